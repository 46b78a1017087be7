import type { SectionForm } from '#contract/courses/course-form';
import { plainText } from '#domain/courses/plain-text';
import { readingMinutes } from '#domain/courses/reading-minutes';

/** What a form says about a section, as its row holds it. The HTML is its content, rendered; the questions of an exam are not in it. */
export function sectionValues(section: Omit<SectionForm, 'id' | 'exam'>, html: string) {
  return {
    title: section.title,
    chapter: section.chapter,
    content: plainText(section.content),
    content_html: html,
    type: section.type,
    section_type: section.sectionType,
    video_url: section.videoUrl || null,
    captions_url: section.captionsUrl || null,
    minutes: section.minutes ?? readingMinutes(section.content),
    required: section.required,
    // Labs and exams can't be samples: what is done in them is kept for somebody.
    sample: section.sample && section.sectionType === 'lesson',
    opens_at: section.opensAt === null ? null : new Date(section.opensAt),
    opens_after_days: section.opensAfterDays,
  };
}
