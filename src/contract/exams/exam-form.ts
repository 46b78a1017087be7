import { z } from 'zod';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { m } from '../../messages/messages.js';
import { withoutChecks } from '../as-stored.ts';
import { drawForms } from '../questions/draw-form.ts';
import { examSettingsForm } from '../questions/exam-settings-form.ts';
import { questionForms } from '../questions/question-form.ts';
import { says } from '../says.ts';

/** An exam as an author writes it; its introduction is the text of its section. */
export const examForm = z.strictObject({
  passMark: z
    .number(says(m.faults_must_be_a_number))
    .min(
      0,
      says(() => m.faults_must_be_or_more({ number: 0 })),
    )
    .max(
      100,
      says(() => m.faults_must_be_at_most({ number: 100 })),
    ),
  settings: examSettingsForm.default(DEFAULT_SETTINGS),
  questions: questionForms,
  /** What each attempt draws from question banks, after the exam's own questions. */
  draws: drawForms.default([]),
});
/** An exam that was checked when it was saved, perhaps by other rules. */
export const storedExamForm = withoutChecks(examForm);
export type ExamForm = z.output<typeof examForm>;
