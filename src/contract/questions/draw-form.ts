import { z } from 'zod';
import { lesson, tag } from './tag.ts';

/** So many questions of a bank, those with all of these tags. */
const drawForm = z.strictObject({
  id: z
    .string()
    .max(100, 'must have 100 characters or fewer')
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a name such as draw-joins'),
  bank: z.string().min(1, 'Choose a question bank').max(100, 'must have 100 characters or fewer'),
  tags: z.array(tag).max(20, 'must have 20 tags or fewer').default([]),
  count: z.int('must be a whole number').min(1, 'must be 1 or more').max(200, 'must be at most 200'),
  points: z
    .number('must be a number')
    .positive('must be more than 0')
    .max(1000, 'must be at most 1000')
    .nullable()
    .default(null),
  /** Where to read again what these questions ask. */
  lesson: lesson.optional(),
});
export type DrawForm = z.output<typeof drawForm>;

export const drawForms = drawForm
  .array()
  .max(50, 'must have 50 draws or fewer')
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'every draw must have a unique id');
