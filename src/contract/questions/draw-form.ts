import { z } from 'zod';
import { m } from '../../messages/messages.js';
import { noMoreCharacters, says } from '../says.ts';
import { lesson, tag } from './tag.ts';

/** So many questions of a bank, those with all of these tags. */
const drawForm = z.strictObject({
  id: z
    .string()
    .max(100, noMoreCharacters(100))
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, says(m.faults_must_be_a_name_such_as_draw)),
  bank: z.string().min(1, says(m.faults_choose_a_question_bank)).max(100, noMoreCharacters(100)),
  tags: z
    .array(tag)
    .max(
      20,
      says(() => m.faults_must_have_tags_or_fewer({ number: 20 })),
    )
    .default([]),
  count: z
    .int(says(m.faults_must_be_a_whole_number_2))
    .min(
      1,
      says(() => m.faults_must_be_or_more({ number: 1 })),
    )
    .max(
      200,
      says(() => m.faults_must_be_at_most({ number: 200 })),
    ),
  points: z
    .number(says(m.faults_must_be_a_number))
    .positive(says(() => m.faults_must_be_more_than({ number: 0 })))
    .max(
      1000,
      says(() => m.faults_must_be_at_most({ number: 1000 })),
    )
    .nullable()
    .default(null),
  /** Where to read again what these questions ask. */
  lesson: lesson.optional(),
});
export type DrawForm = z.output<typeof drawForm>;

export const drawForms = drawForm
  .array()
  .max(
    50,
    says(() => m.faults_must_have_draws_or_fewer({ number: 50 })),
  )
  .refine(
    (all) => new Set(all.map(({ id }) => id)).size === all.length,
    says(m.faults_every_draw_must_have_a_unique_id),
  );
