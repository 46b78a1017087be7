import type { CourseDetail } from '#contract/courses/course-shapes';
import { canOpenCourse } from '#domain/access/content/can-open-course';
import { ratingOf } from '#domain/reviews/rating-of';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { courseToShare, shareAddress } from '#server/share-address';
import { shownOf } from '../editing/course-values.ts';
import { selectCourseBySlug } from '../sql.ts';
import { courseFacts } from './course-facts.ts';
import { toCourseOffer } from './to-course-offer.ts';

/** A course with its outline, or why it is closed to the caller. Open to everybody. Fails with COURSE_NOT_FOUND. */
export async function getCourse(
  { db, settings }: Services,
  { viewer }: Caller,
  { slug }: { slug: string },
): Promise<CourseDetail> {
  const row = await selectCourseBySlug(db.kysely, slug);
  if (!row) throw new Failure('COURSE_NOT_FOUND');
  const decision = canOpenCourse(viewer, await courseFacts(db.kysely, viewer, row));
  if (!decision.allowed && decision.reason === 'not-open') throw new Failure('COURSE_NOT_FOUND');
  const current = await settings.current();
  const shareImage = shareAddress(courseToShare(row), current);
  const rating = current.publishing.reviews ? ratingOf(row.reviewed) : null;
  if (!decision.allowed) return toCourseOffer(decision, { ...row, shareImage, rating });
  return {
    access: 'open',
    state: row.state,
    guided: row.guided,
    prerequisite: row.prerequisite,
    id: row.id,
    slug: row.slug,
    ...shownOf(row),
    categories: row.categories,
    thumbnail: row.cover,
    authors: row.named_authors,
    shareImage,
    rating,
    minutes: row.sections.reduce((sum, section) => sum + section.minutes, 0),
    createdAt: (row.published_at ?? row.created_at).toISOString(),
    updatedAt: row.updated_at.toISOString(),
    sections: row.sections,
  };
}
