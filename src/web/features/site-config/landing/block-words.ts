import type { LandingBlock } from '#contract/administration/landing';
import type { LandingKind } from '#domain/site/landing/landing-blocks';
import { m } from '#web/lib/messages.ts';
import { linesOf } from '#web/ui/layout/difference.ts';

export const KIND_WORDS: Readonly<Record<LandingKind, () => string>> = {
  hero: m.config_landing_kind_hero,
  featured: m.config_landing_kind_featured,
  lab: m.config_landing_kind_lab,
  reasons: m.config_landing_kind_reasons,
  pricing: m.config_landing_kind_pricing,
  call: m.config_landing_kind_call,
  text: m.config_landing_kind_text,
  picture: m.config_landing_kind_picture,
  numbers: m.config_landing_kind_numbers,
  quotes: m.config_landing_kind_quotes,
  faq: m.config_landing_kind_faq,
};

/** What a block is called in the list: its heading, where it has one. */
export function blockTitle(block: LandingBlock | undefined): string {
  if (!block) return '';
  return ('title' in block && block.title.trim()) || KIND_WORDS[block.kind]();
}

/** The blocks in words, for the comparison with what somebody else saved. */
export function blockWords(blocks: readonly LandingBlock[]): string {
  return blocks
    .map(({ hidden, id: _, kind, ...rest }) => {
      const head = hidden ? `${KIND_WORDS[kind]()} (${m.config_landing_hidden()})` : KIND_WORDS[kind]();
      const filled = Object.entries(rest).filter(([, value]) => value !== '');
      return [head, ...linesOf(Object.fromEntries(filled), '  ')].join('\n');
    })
    .join('\n\n');
}
