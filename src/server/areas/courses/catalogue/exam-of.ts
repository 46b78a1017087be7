import type { SectionForm } from '#contract/courses/course-form';
import type { Exam } from '#domain/courses/exam';
import { plainText } from '#domain/courses/plain-text';
import { storedExam } from './stored-exam.ts';

/** The questions that a submitted section has; its text introduces them. */
export function examOf(
  { content, exam, sectionType }: Omit<SectionForm, 'id'>,
  stored: unknown,
): Exam | null {
  if (sectionType !== 'exam') return null;
  if (exam === undefined) return storedExam(stored);
  return exam && { intro: plainText(content), ...exam };
}
