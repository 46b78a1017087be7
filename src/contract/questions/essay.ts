import { z } from 'zod';
import { m } from '../../messages/messages.js';
import { says } from '../says.ts';
import { asked } from './asked.ts';
import { rubricForm } from './rubric.ts';

const count = z
  .int(says(m.faults_must_be_a_whole_number_2))
  .min(
    1,
    says(() => m.faults_must_be_or_more({ number: 1 })),
  )
  .max(
    2500,
    says(() => m.faults_must_be_at_most({ number: 2500 })),
  )
  .nullable()
  .default(null);

export const essayForm = z
  .strictObject({ ...asked, kind: z.literal('essay'), minWords: count, maxWords: count, rubric: rubricForm })
  .refine(({ maxWords, minWords }) => minWords === null || maxWords === null || minWords <= maxWords, {
    path: ['maxWords'],
    error: () => m.faults_must_not_be_less_than_the_minimum_2(),
  });
