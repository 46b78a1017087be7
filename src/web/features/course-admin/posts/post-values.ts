import { NO_META } from '#domain/site/page-meta';
import { m } from '#web/lib/messages.ts';
import {
  type CourseValues,
  EMPTY_COURSE,
  EMPTY_SECTION,
  type SectionValues,
  toValues,
  type Written,
} from '../form-values.ts';

/** The one text that most posts are. Readers don't see its title. */
function firstText(): SectionValues {
  return {
    ...EMPTY_SECTION,
    rowKey: 'text',
    title: m.posts_admin_text(),
    type: 'text',
    sectionType: 'lesson',
  };
}

/** What a new post begins with: one text, by its writer. */
export function emptyPost(authors: string[]): CourseValues {
  return { ...EMPTY_COURSE, meta: NO_META, authors, content: [firstText()] };
}

export function postValues(post: Written): CourseValues {
  const values = { ...toValues(post), meta: post.meta ?? NO_META };
  return values.content.length > 0 ? values : { ...values, content: [firstText()] };
}

/** Whether the sections of a post are one text, which is written without their form. */
export function isPlainText(content: readonly SectionValues[]): boolean {
  const [first] = content;
  return (
    content.length === 1 && first?.type === 'text' && first.sectionType === 'lesson' && first.videoUrl === ''
  );
}
