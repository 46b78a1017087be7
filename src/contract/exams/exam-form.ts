import { z } from 'zod';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { drawForms } from '../questions/draw-form.ts';
import { examSettingsForm } from '../questions/exam-settings-form.ts';
import { questionForms } from '../questions/question-form.ts';

/** An exam as an author writes it; its introduction is the text of its section. */
export const examForm = z.strictObject({
  passMark: z.number('must be a number').min(0, 'must be 0 or more').max(100, 'must be at most 100'),
  settings: examSettingsForm.default(DEFAULT_SETTINGS),
  questions: questionForms,
  /** What each attempt draws from question banks, after the exam's own questions. */
  draws: drawForms.default([]),
});
export type ExamForm = z.output<typeof examForm>;
