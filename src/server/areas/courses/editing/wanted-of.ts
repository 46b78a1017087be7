import type { SectionForm } from '#contract/courses/course-form';
import type { Reader } from '#server/db/client';
import { selectMovedIds } from '../moving/moving-sql.ts';
import { type SectionRow, selectRemovedKeys, selectSections } from '../sql.ts';
import type { WantedSection } from './plan-sections.ts';
import { wantedSections } from './wanted-sections.ts';

/** The sections that a form wants a course or post to have, beside those that are stored. Fails with SECTION_NOT_FOUND. */
export async function wantedOf(
  db: Reader,
  courseId: string,
  content: readonly SectionForm[],
): Promise<{ stored: readonly SectionRow[]; wanted: WantedSection[] }> {
  const stored = await selectSections(db, courseId);
  const moved = await selectMovedIds(db, courseId);
  // What is in another course now stays there: a version or a draft that still names it gets a section of its own.
  const own = content.map((each) => (moved.has(each.id ?? '') ? { ...each, id: undefined } : each));
  const removed = await selectRemovedKeys(db, courseId);
  return { stored, wanted: wantedSections(stored, own, removed) };
}
