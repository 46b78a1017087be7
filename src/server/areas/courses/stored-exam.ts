import { z } from 'zod';
import { examSettingsForm } from '#contract/questions/exam-settings-form';
import { questionForms } from '#contract/questions/question-form';
import type { Exam } from '#domain/courses/exam';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';

/** An exam as it is kept. A file writes case_sensitive and pass_mark; here they are caseSensitive and passMark. */
const examShape = z.strictObject({
  intro: z.string(),
  passMark: z.number().min(0).max(100),
  settings: examSettingsForm.default(DEFAULT_SETTINGS),
  questions: questionForms,
});

/** The exam of a stored section; null for sections that are none. */
export function storedExam(value: unknown): Exam | null {
  return value === null || value === undefined ? null : examShape.parse(value);
}
