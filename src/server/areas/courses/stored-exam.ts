import { z } from 'zod';
import type { Exam } from '#domain/courses/exam';

const text = z.string().trim().min(1, 'is empty');
const asked = {
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a name such as q-null'),
  prompt: text,
  points: z.number().positive().max(1000),
  explanation: z.string().trim(),
};
const option = z.strictObject({ text, correct: z.boolean().default(false) });
const options = z.array(option).min(2, 'needs two options or more').max(50);

export const examQuestions = z
  .discriminatedUnion('kind', [
    z.strictObject({
      ...asked,
      kind: z.literal('single'),
      options: options.refine(
        (all) => all.filter(({ correct }) => correct).length === 1,
        'exactly one option must be correct',
      ),
    }),
    z.strictObject({
      ...asked,
      kind: z.literal('multiple'),
      options: options.refine(
        (all) => all.some(({ correct }) => correct),
        'at least one option must be correct',
      ),
    }),
    z.strictObject({ ...asked, kind: z.literal('true-false'), answer: z.boolean() }),
    z.strictObject({
      ...asked,
      kind: z.literal('number'),
      answer: z.number(),
      tolerance: z.number().nonnegative().default(0),
    }),
    z.strictObject({
      ...asked,
      kind: z.literal('text'),
      answers: z.array(text).min(1).max(100),
      caseSensitive: z.boolean().default(false),
    }),
    z.strictObject({ ...asked, kind: z.literal('order'), items: distinct(z.array(text).min(2).max(50)) }),
    z.strictObject({
      ...asked,
      kind: z.literal('match'),
      pairs: z
        .array(z.strictObject({ left: text, right: text }))
        .min(2)
        .max(50),
    }),
  ])
  .array()
  .max(500)
  .refine(
    (all) => new Set(all.map(({ id }) => id)).size === all.length,
    'every question needs an id of its own',
  );

/** An exam as it is kept. A file writes case_sensitive and pass_mark; here they are caseSensitive and passMark. */
const examShape = z.strictObject({
  intro: z.string(),
  passMark: z.number().min(0).max(100),
  questions: examQuestions,
});

function distinct(items: z.ZodArray<z.ZodString>) {
  return items.refine((all) => new Set(all).size === all.length, 'two items are the same');
}

/** The exam of a stored section; null for sections that are none. */
export function storedExam(value: unknown): Exam | null {
  return value === null || value === undefined ? null : examShape.parse(value);
}
