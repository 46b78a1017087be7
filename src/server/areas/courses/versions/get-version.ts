import type { EditCourse } from '#contract/courses/courses';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { loadWritten } from '../editing/load-edit-course.ts';
import { selectVersion } from './version-sql.ts';

/** A course or post as it was saved. Fails with REVISION_NOT_FOUND. */
export async function getVersion(
  { db: { kysely } }: Services,
  { viewer }: Caller,
  { id, version }: { id: string; version: number },
): Promise<EditCourse> {
  authorise(canAdminister(viewer));
  const kept = await selectVersion(kysely, { courseId: id, version });
  const present = await loadWritten(kysely, id);
  if (kept && present) return { ...kept, authors: present.authors };
  if (present?.version !== version) throw new Failure('REVISION_NOT_FOUND');
  return present;
}
