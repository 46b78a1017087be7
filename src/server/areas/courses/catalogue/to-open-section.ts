import type { OpenSection } from '#contract/courses/course-shapes';
import type { SectionRow } from '../sql.ts';
import { toVideo } from './to-video.ts';

/** A section as it is read; null where the row holds none. Whether somebody may read it is decided before. */
export function toOpenSection(row: Partial<Omit<SectionRow, 'exam' | 'content'>>): OpenSection | null {
  if (!row.id || !row.key || !row.title || !row.type || !row.section_type || !row.sort_order) return null;
  return {
    access: 'open',
    id: row.id,
    key: row.key,
    title: row.title,
    chapter: row.chapter ?? '',
    type: row.type,
    sectionType: row.section_type,
    minutes: row.minutes ?? 0,
    order: row.sort_order,
    html: row.content_html ?? '',
    video: row.type === 'video' ? toVideo(row.video_url ?? '', row.captions_url ?? null) : null,
  };
}
