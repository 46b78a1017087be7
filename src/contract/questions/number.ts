import { z } from 'zod';
import { asked, percent } from './asked.ts';

/** A number, or an expression that comes to one. */
const answer = z.union([z.number(), z.string().trim().min(1).max(300)], 'must be a number or an expression');
const tolerance = z.number('must be a number').nonnegative('must not be negative').default(0);
const partial = z.strictObject({ answer, tolerance, fraction: percent.min(-100, 'must be -100 or more') });

/** What is particular to a number, but for its unit. */
export const numberParts = {
  kind: z.literal('number'),
  answer,
  tolerance,
  partial: z.array(partial).max(100, 'must have 100 answers or fewer').optional(),
};

export const numberForm = z.strictObject({
  ...asked,
  ...numberParts,
  unit: z.string().trim().min(1, "can't be empty").max(40, 'must have 40 characters or fewer').optional(),
});
