import { z } from 'zod';
import { asked } from './asked.ts';
import { rubricForm } from './rubric.ts';

const count = z
  .int('must be a whole number')
  .min(1, 'must be 1 or more')
  .max(2500, 'must be at most 2500')
  .nullable()
  .default(null);

export const essayForm = z
  .strictObject({ ...asked, kind: z.literal('essay'), minWords: count, maxWords: count, rubric: rubricForm })
  .refine(({ maxWords, minWords }) => minWords === null || maxWords === null || minWords <= maxWords, {
    path: ['maxWords'],
    error: 'must not be less than the minimum word count',
  });
