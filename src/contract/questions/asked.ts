import { z } from 'zod';
import { lesson, tags } from './tag.ts';

export const words = z.string().trim().min(1, "can't be empty");

const amount = z.number('must be a number').min(-1e9, 'is too small').max(1e9, 'is too large');
const parameter = z
  .strictObject({
    name: z
      .string()
      .max(20, 'must have 20 characters or fewer')
      .regex(/^[a-z][a-z0-9_]*$/, 'must be a lowercase letter, or a word of lowercase letters and numbers'),
    from: amount,
    to: amount,
    step: z.number('must be a number').min(1e-6, 'must be more than 0').max(1e9, 'is too large').default(1),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'must not be less than the minimum' });

/** What every question has. */
export const asked = {
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a name such as q-null'),
  prompt: words,
  points: z.number('must be a number').positive('must be more than 0').max(1000, 'must be at most 1000'),
  explanation: z.string().trim(),
  /** Topics: the result of an exam says how each of them went. */
  tags: tags.optional(),
  lesson: lesson.optional(),
  parameters: z.array(parameter).max(10, 'must have 10 variables or fewer').optional(),
};

export const percent = z.number('must be a number').max(100, 'must be at most 100');
const option = z.strictObject({
  text: words,
  correct: z.boolean().default(false),
  fraction: percent.min(-100, 'must be -100 or more').optional(),
});
type Option = z.output<typeof option>;
export const options = z
  .array(option)
  .min(2, 'must have at least two options')
  .max(50, 'must have 50 options or fewer')
  .refine(
    (all) => new Set(all.map(({ fraction }) => fraction === undefined)).size < 2,
    'either every option has a percentage or none',
  );

/** Whether the options have percentages of their own. */
export const hasFractions = (all: readonly Option[]) => all.some(({ fraction }) => fraction !== undefined);

export const accepted = z
  .array(words)
  .min(1, 'must have at least one accepted answer')
  .max(100, 'must have 100 accepted answers or fewer');

/** No two alike; those that are still empty are told so, each at its own field. */
export function distinct(items: z.ZodArray<z.ZodString>) {
  return items.refine((all) => {
    const written = all.filter((each) => each !== '');
    return new Set(written).size === written.length;
  }, 'two items are the same');
}
