import type { SectionForm } from '#contract/course-form';
import type { Exam } from '#domain/courses/exam';
import { examPaper } from '#domain/courses/exam-paper';
import { plainText } from '#domain/courses/plain-text';
import { readingMinutes } from '#domain/courses/reading-minutes';

/** What a form says about a section, as its row holds it. The HTML comes from `markdownOf`, rendered. */
export function sectionValues(section: Omit<SectionForm, 'id'>, html: string) {
  return {
    title: section.title,
    content: plainText(section.content),
    content_html: html,
    type: section.type,
    section_type: section.sectionType,
    video_url: section.videoUrl || null,
    captions_url: section.captionsUrl || null,
    minutes: section.minutes ?? readingMinutes(section.content),
  };
}

/** The Markdown that learners see: the text itself, for an exam its introduction and questions without the keys. */
export function markdownOf(content: string, exam: Exam | null): string {
  return exam ? examPaper({ ...exam, intro: content }) : content;
}
