import { z } from 'zod';
import { asked } from './asked.ts';

export const numberForm = z.strictObject({
  ...asked,
  kind: z.literal('number'),
  answer: z.number(),
  tolerance: z.number().nonnegative('must not be negative').default(0),
  unit: z.string().trim().min(1).max(40, 'needs 40 characters or fewer').optional(),
});
