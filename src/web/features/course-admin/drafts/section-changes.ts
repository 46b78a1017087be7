import { type DraftChanges, draftChanges } from '#domain/courses/drafts/draft-changes';
import type { SectionValues } from '../form-values.ts';

/** What a draft does to the live sections. Ids and keys of the screen are no text. */
export function sectionChanges(
  live: readonly SectionValues[],
  draft: readonly SectionValues[],
): DraftChanges<SectionValues> {
  return draftChanges(live, draft, ({ key: _key, rowKey: _rowKey, ...text }) => text);
}
