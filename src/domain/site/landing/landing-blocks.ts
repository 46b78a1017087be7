/** What a landing page is made of, in the order in which the editor offers it. */
export const LANDING_KINDS = [
  'hero',
  'featured',
  'lab',
  'reasons',
  'pricing',
  'call',
  'text',
  'picture',
  'numbers',
  'quotes',
  'faq',
] as const;
export type LandingKind = (typeof LANDING_KINDS)[number];

/** Kinds that a page has at most once: its heading, and code that runs. */
export const ONCE_KINDS: readonly LandingKind[] = ['hero', 'lab'];

export const MAX_LANDING_BLOCKS = 20;

interface Block {
  readonly kind: LandingKind;
  readonly hidden?: boolean | undefined;
  readonly title?: string | undefined;
}

/** The headline that visitors see; empty: that of the product. */
export function landingHeadline(blocks: readonly Block[]): string {
  return blocks.find(({ hidden, kind }) => kind === 'hero' && !hidden)?.title ?? '';
}
