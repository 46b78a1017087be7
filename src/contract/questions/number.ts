import { z } from 'zod';
import { asked } from './asked.ts';

export const numberForm = z.strictObject({
  ...asked,
  kind: z.literal('number'),
  /** A number, or an expression that comes to one. */
  answer: z.union([z.number(), z.string().trim().min(1).max(300)], 'must be a number or an expression'),
  tolerance: z.number('must be a number').nonnegative('must not be negative').default(0),
  unit: z.string().trim().min(1, 'Write something here').max(40, 'needs 40 characters or fewer').optional(),
});
