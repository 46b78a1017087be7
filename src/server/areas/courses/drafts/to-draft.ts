import type { CourseDraft } from '#contract/courses/courses';
import type { DraftRow } from './draft-sql.ts';

export function toDraft({ base, based_on, content, saved_at, saved_by, version }: DraftRow): CourseDraft {
  return { version, basedOn: based_on, base, content, savedAt: saved_at.toISOString(), savedBy: saved_by };
}
