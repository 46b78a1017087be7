import type { SectionDetail } from '#contract/course-shapes';
import { canOpenCourse } from '#domain/access/can-open-course';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { selectSection } from './sql.ts';
import { toLockedCourse } from './to-locked-course.ts';
import { toVideo } from './to-video.ts';

/** One section with its content, or why the course is closed to the caller. Open to everybody. */
export async function getSection(
  { db }: Services,
  { viewer }: Caller,
  { key, slug }: { key: string; slug: string },
): Promise<SectionDetail> {
  const row = await selectSection(db.kysely, slug, key);
  if (!row) throw new Failure('COURSE_NOT_FOUND');
  const decision = canOpenCourse(viewer, { subscriptionLevel: row.subscription_level });
  if (!decision.allowed) return toLockedCourse(decision, { ...row, title: row.course_title });
  if (!row.id || !row.key || !row.title || !row.type || !row.section_type || !row.sort_order)
    throw new Failure('SECTION_NOT_FOUND');
  return {
    access: 'open',
    id: row.id,
    key: row.key,
    title: row.title,
    type: row.type,
    sectionType: row.section_type,
    minutes: row.minutes ?? 0,
    order: row.sort_order,
    html: row.content_html ?? '',
    video: row.type === 'video' ? toVideo(row.video_url ?? '', row.captions_url ?? null) : null,
  };
}
