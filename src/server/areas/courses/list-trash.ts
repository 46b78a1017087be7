import type { Trash } from '#contract/courses';
import { canAdminister } from '#domain/access/can-administer';
import { purgeDate } from '#domain/courses/purge-date';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectTrashedCourses, selectTrashedSections } from './trash-sql.ts';

const SHOWN = 200;

/** What was deleted in the last 30 days and can be restored, newest first. */
export async function listTrash({ db: { kysely } }: Services, { viewer }: Caller): Promise<Trash> {
  authorise(canAdminister(viewer));
  const [courses, sections] = await Promise.all([
    selectTrashedCourses(kysely, SHOWN),
    selectTrashedSections(kysely, SHOWN),
  ]);
  return {
    courses: courses.map(({ deleted_at, deleted_by, ...course }) => ({
      ...course,
      deletedAt: deleted_at.toISOString(),
      deletedBy: deleted_by,
      purgedAt: purgeDate(deleted_at).toISOString(),
    })),
    sections: sections.map(({ course_id, course_title, id, removed_at, section_type, title }) => ({
      ...{ id, title, sectionType: section_type },
      ...{ courseId: course_id, courseTitle: course_title },
      deletedAt: removed_at.toISOString(),
      purgedAt: purgeDate(removed_at).toISOString(),
    })),
  };
}
