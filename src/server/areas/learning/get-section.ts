import type { OpenSection } from '#contract/courses/course-shapes';
import { canEnrol } from '#domain/access/content/can-enrol';
import { signedIn } from '#server/areas/accounts/sessions/signed-in';
import { factsOf } from '#server/areas/courses/catalogue/facts-of';
import { toOpenSection } from '#server/areas/courses/catalogue/to-open-section';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { locksOf } from './locks-of.ts';
import { selectProgress, selectSectionByKey } from './sql.ts';

/**
 * A section of a course that the caller studies, by the rules of its author. Administrators read every section. Fails
 * with COURSE_NOT_FOUND, TIER_REQUIRED, NOT_ENROLLED, SECTION_NOT_FOUND and SECTION_LOCKED.
 */
export async function getSection(
  { clock, db }: Services,
  caller: Caller,
  { courseId, key }: { courseId: string; key: string },
): Promise<OpenSection> {
  const { isAdmin, userId } = signedIn(caller);
  const row = await selectProgress(db.kysely, userId, courseId);
  if (!row) throw new Failure('COURSE_NOT_FOUND');
  authorise(canEnrol(caller.viewer, factsOf(row)));
  if (!row.enrolled && !isAdmin) throw new Failure('NOT_ENROLLED');
  const known = row.sections.find((section) => section.key === key);
  if (!known) throw new Failure('SECTION_NOT_FOUND');
  if (!isAdmin && locksOf(row, clock.now()).has(known.id)) throw new Failure('SECTION_LOCKED');
  const section = toOpenSection((await selectSectionByKey(db.kysely, courseId, key)) ?? {});
  if (!section) throw new Failure('SECTION_NOT_FOUND');
  return section;
}
