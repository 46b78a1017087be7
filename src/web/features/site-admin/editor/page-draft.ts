import type { PageContent } from '#contract/pages';
import type { DraftKind } from '#web/lib/saving/drafts.ts';
import { fits, mergePages, pageText } from './page-text.ts';

/** `empty`: a page of this kind without content. */
export function pageDrafts<Content extends PageContent>(empty: Content): DraftKind<Content> {
  return {
    kind: 'page-draft',
    empty,
    textOf: pageText,
    merge: mergePages,
    adapt: (values) => values,
    isValues: (kept): kept is Content => {
      const { items, kind } = (kept ?? {}) as { items?: unknown; kind?: unknown };
      return fits(empty, kind) && (kind !== 'faq' || Array.isArray(items));
    },
  };
}
