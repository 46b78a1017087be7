import type { CourseVersion } from '#contract/courses/courses';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectWritten } from '../sql.ts';
import { selectVersions } from './version-sql.ts';

/** The saved versions of a course or post, newest first. Fails with COURSE_NOT_FOUND. */
export async function listVersions(
  { db: { kysely } }: Services,
  { viewer }: Caller,
  { id }: { id: string },
): Promise<{ items: CourseVersion[] }> {
  authorise(canAdminister(viewer));
  const course = await selectWritten(kysely, id);
  if (!course) throw new Failure('COURSE_NOT_FOUND');
  const items = (await selectVersions(kysely, id)).map((row) => ({
    version: row.version,
    restoredVersion: row.restored_version,
    savedAt: row.saved_at.toISOString(),
    savedBy: row.saved_by,
  }));
  if (items.some(({ version }) => version === course.version)) return { items };
  // Saved last before versions were kept.
  const present = { version: course.version, savedAt: course.updated_at.toISOString(), savedBy: null };
  return { items: [{ ...present, restoredVersion: null }, ...items] };
}
