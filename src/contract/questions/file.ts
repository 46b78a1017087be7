import { z } from 'zod';
import { FILE_KIND_NAMES } from '#domain/exams/kinds/file/file-kinds';
import { asked } from './asked.ts';
import { rubricForm } from './rubric.ts';

export const fileForm = z.strictObject({
  ...asked,
  kind: z.literal('file'),
  accept: z.array(z.enum(FILE_KIND_NAMES)).min(1, 'must allow at least one file type').max(10),
  maxMegabytes: z
    .number('must be a number')
    .positive('must be more than 0')
    .max(10, 'must be at most 10')
    .default(5),
  rubric: rubricForm,
});
