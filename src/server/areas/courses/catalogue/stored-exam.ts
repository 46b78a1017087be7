import { z } from 'zod';
import { storedExamForm } from '#contract/exams/exam-form';

/** An exam as it is kept. A file writes case_sensitive and pass_mark; here they are caseSensitive and passMark. */
const examShape = z.strictObject({
  intro: z.string(),
  ...storedExamForm.shape,
  drawn: z
    .array(
      z.strictObject({
        id: z.string(),
        bank: z.string().nullable(),
        key: z.string().nullable(),
        questionId: z.string().optional(),
        version: z.int().nullable(),
        values: z.record(z.string(), z.number()),
      }),
    )
    .optional(),
});

/** The exam of a stored section; null for sections that are none. */
export function storedExam(value: unknown): z.output<typeof examShape> | null {
  return value === null || value === undefined ? null : examShape.parse(value);
}
