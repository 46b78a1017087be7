import type { EditCourse } from '#contract/courses/courses';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { updateCourse } from '../editing/update-course.ts';
import { selectCourseById, selectKind } from '../sql.ts';
import { selectLivingCategories, selectVersion } from './version-sql.ts';

/**
 * Saves an earlier version of a course or post again: its sections come back with what learners did with them. The address stays.
 * Categories and a prerequisite that are gone meanwhile are left out. Fails as a save does, such as with BAD_INPUT where an exam
 * draws from a question bank that was deleted, and with REVISION_NOT_FOUND.
 */
export async function restoreVersion(
  services: Services,
  caller: Caller,
  { basedOn, id, version }: { id: string; version: number; basedOn: number },
): Promise<EditCourse> {
  authorise(canAdminister(caller.viewer));
  const { kysely } = services.db;
  const kind = await selectKind(kysely, id);
  const course = kind && (await selectCourseById(kysely, id, kind));
  if (!course) throw new Failure('COURSE_NOT_FOUND');
  const kept = await selectVersion(kysely, { courseId: id, version });
  if (!kept) throw new Failure('REVISION_NOT_FOUND');
  const living = await selectLivingCategories(kysely, kept.categories);
  const before = kept.prerequisiteId === null ? null : await selectCourseById(kysely, kept.prerequisiteId);
  const form = {
    ...kept,
    slug: course.slug,
    categories: living.length > 0 ? living : course.categories.map((category) => category.id),
    prerequisiteId: before?.id ?? null,
    version: basedOn,
    restored: version,
  };
  return updateCourse(services, caller, form, kind);
}
