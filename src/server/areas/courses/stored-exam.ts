import { z } from 'zod';
import type { Exam } from '#domain/courses/exam';

const text = z.string().trim().min(1);
const asked = {
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a name such as q-null'),
  prompt: text,
  points: z.number().positive().max(1000),
  explanation: z.string(),
};
const options = z.array(z.object({ text, correct: z.boolean().default(false) })).min(2);

const question = z.discriminatedUnion('kind', [
  z.object({
    ...asked,
    kind: z.literal('single'),
    options: options.refine(
      (all) => all.filter(({ correct }) => correct).length === 1,
      'exactly one option must be correct',
    ),
  }),
  z.object({
    ...asked,
    kind: z.literal('multiple'),
    options: options.refine(
      (all) => all.some(({ correct }) => correct),
      'at least one option must be correct',
    ),
  }),
  z.object({ ...asked, kind: z.literal('true-false'), answer: z.boolean() }),
  z.object({
    ...asked,
    kind: z.literal('number'),
    answer: z.number(),
    tolerance: z.number().nonnegative().default(0),
  }),
  z.object({
    ...asked,
    kind: z.literal('text'),
    answers: z.array(text).min(1),
    caseSensitive: z.boolean().default(false),
  }),
  z.object({ ...asked, kind: z.literal('order'), items: z.array(text).min(2) }),
  z.object({
    ...asked,
    kind: z.literal('match'),
    pairs: z.array(z.object({ left: text, right: text })).min(2),
  }),
]);

/** An exam as it is kept. A file writes case_sensitive and pass_mark; here they are caseSensitive and passMark. */
export const examShape = z.object({
  intro: z.string(),
  passMark: z.number().min(0).max(100),
  questions: z
    .array(question)

    .refine(
      (all) => new Set(all.map(({ id }) => id)).size === all.length,
      'every question needs an id of its own',
    ),
});

/** The exam of a stored section; null for sections that are none. */
export function storedExam(value: unknown): Exam | null {
  return value === null || value === undefined ? null : examShape.parse(value);
}
