import type { SectionDetail } from '#contract/courses/course-shapes';
import { canReadSection } from '#domain/access/content/can-read-section';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { findMoved } from '../moving/find-moved.ts';
import { selectSection } from '../sql.ts';
import { courseFacts } from './course-facts.ts';
import { toLockedCourse } from './to-locked-course.ts';
import { toOpenSection } from './to-open-section.ts';

/**
 * One section with its content, or why the course is closed to the caller. Open to everybody, as samples are; what an
 * author opens by order or date is read by learners through their own progress. Of a section that was moved, its new address.
 */
export async function getSection(
  { db }: Services,
  { viewer }: Caller,
  { key, slug }: { key: string; slug: string },
): Promise<SectionDetail> {
  const row = await selectSection(db.kysely, slug, key);
  if (!row) throw new Failure('COURSE_NOT_FOUND');
  const isSample = row.sample ?? false;
  const facts = await courseFacts(db.kysely, viewer, { ...row, id: row.course_id });
  const decision = canReadSection(viewer, facts, { isSample });
  if (!decision.allowed && decision.reason === 'not-open') throw new Failure('COURSE_NOT_FOUND');
  const moved = row.id ? null : await findMoved(db.kysely, viewer, { courseId: row.course_id, key });
  if (moved) return moved;
  if (!decision.allowed) return toLockedCourse(decision, { ...row, title: row.course_title });
  const section = toOpenSection(row);
  if (!section) throw new Failure('SECTION_NOT_FOUND');
  return row.guided && !isSample ? { access: 'guided', title: section.title } : section;
}
