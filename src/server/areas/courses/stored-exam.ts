import { z } from 'zod';
import type { Exam } from '#domain/courses/exam';
import { COUNTING, DEFAULT_SETTINGS, FEEDBACK } from '#domain/exams/exam-settings';

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
      unit: z.string().trim().min(1).max(40).optional(),
    }),
    z.strictObject({
      ...asked,
      kind: z.literal('text'),
      answers: z.array(text).min(1).max(100),
      caseSensitive: z.boolean().default(false),
    }),
    z.strictObject({
      ...asked,
      kind: z.literal('gaps'),
      gaps: z
        .array(
          z.strictObject({
            answers: z.array(text).min(1).max(100),
            wrong: z.array(text).max(20).default([]),
          }),
        )
        .min(1)
        .max(30),
      caseSensitive: z.boolean().default(false),
    }),
    z
      .strictObject({
        ...asked,
        kind: z.literal('categorise'),
        categories: distinct(z.array(text).min(2).max(20)),
        items: z
          .array(z.strictObject({ text, category: text }))
          .min(2)
          .max(50),
      })
      .refine(
        ({ categories, items }) => items.every(({ category }) => categories.includes(category)),
        'an item is of a category that the question does not have',
      ),
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

const moment = z.iso.datetime({ offset: true }).nullable();
/** How an exam is held; what is not said holds by default. */
export const examSettings = z.strictObject({
  timeLimit: z.int().min(1).max(10_000).nullable().default(DEFAULT_SETTINGS.timeLimit),
  attempts: z.int().min(1).max(100).nullable().default(DEFAULT_SETTINGS.attempts),
  wait: z.int().min(0).max(100_000).default(DEFAULT_SETTINGS.wait),
  counts: z.enum(COUNTING).default(DEFAULT_SETTINGS.counts),
  feedback: z.enum(FEEDBACK).default(DEFAULT_SETTINGS.feedback),
  opensAt: moment.default(DEFAULT_SETTINGS.opensAt),
  closesAt: moment.default(DEFAULT_SETTINGS.closesAt),
});

/** An exam as it is kept. A file writes case_sensitive and pass_mark; here they are caseSensitive and passMark. */
const examShape = z.strictObject({
  intro: z.string(),
  passMark: z.number().min(0).max(100),
  settings: examSettings.default(DEFAULT_SETTINGS),
  questions: examQuestions,
});

function distinct(items: z.ZodArray<z.ZodString>) {
  return items.refine((all) => new Set(all).size === all.length, 'two items are the same');
}

/** The exam of a stored section; null for sections that are none. */
export function storedExam(value: unknown): Exam | null {
  return value === null || value === undefined ? null : examShape.parse(value);
}
