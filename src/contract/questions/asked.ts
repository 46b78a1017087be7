import { z } from 'zod';

export const words = z.string().trim().min(1, 'Write something here');

/** What every question has. */
export const asked = {
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a name such as q-null'),
  prompt: words,
  points: z.number('must be a number').positive('must be more than 0').max(1000, 'must be at most 1000'),
  explanation: z.string().trim(),
};

const option = z.strictObject({ text: words, correct: z.boolean().default(false) });
export const options = z
  .array(option)
  .min(2, 'needs two options or more')
  .max(50, 'needs 50 options or fewer');

export const accepted = z
  .array(words)
  .min(1, 'needs one accepted form or more')
  .max(100, 'needs 100 accepted forms or fewer');

export function distinct(items: z.ZodArray<z.ZodString>) {
  return items.refine((all) => new Set(all).size === all.length, 'two items are the same');
}
