import { DEFAULT_LANDING } from './default-landing.ts';

/** What a landing page was before it was made of blocks. */
interface Former {
  readonly title?: string;
  readonly text?: string;
  readonly button?: string;
  readonly buttonTo?: string;
  readonly numbers?: readonly unknown[];
  readonly quotes?: readonly unknown[];
  readonly faq?: boolean;
}

/**
 * A stored landing page as blocks. One that was saved before there were blocks becomes those that show the same: numbers
 * below the headline, quotes and questions above the end. What is no landing page at all is left to the schema.
 */
export function carryLanding(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null || 'blocks' in stored) return stored;
  const {
    button = '',
    buttonTo = '',
    faq = false,
    numbers = [],
    quotes = [],
    text = '',
    title = '',
  } = stored as Former;
  const blocks = DEFAULT_LANDING.flatMap((block): object[] => {
    if (block.kind === 'hero')
      return [
        { ...block, title, text, button, buttonTo },
        ...(numbers.length > 0 ? [{ id: 'numbers', kind: 'numbers', numbers }] : []),
      ];
    if (block.kind !== 'call') return [block];
    return [
      ...(quotes.length > 0 ? [{ id: 'quotes', kind: 'quotes', quotes }] : []),
      ...(faq ? [{ id: 'faq', kind: 'faq' }] : []),
      block,
    ];
  });
  return { blocks };
}
