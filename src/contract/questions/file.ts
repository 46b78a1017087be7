import { z } from 'zod';
import { FILE_KIND_NAMES } from '#domain/exams/kinds/file/file-kinds';
import { m } from '../../messages/messages.js';
import { says } from '../says.ts';
import { asked } from './asked.ts';
import { rubricForm } from './rubric.ts';

export const fileForm = z.strictObject({
  ...asked,
  kind: z.literal('file'),
  accept: z.array(z.enum(FILE_KIND_NAMES)).min(1, says(m.faults_must_allow_at_least_one_file_type)).max(10),
  maxMegabytes: z
    .number(says(m.faults_must_be_a_number))
    .positive(says(() => m.faults_must_be_more_than({ number: 0 })))
    .max(
      10,
      says(() => m.faults_must_be_at_most({ number: 10 })),
    )
    .default(5),
  rubric: rubricForm,
});
