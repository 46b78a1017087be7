import { z } from 'zod';
import { m } from '../../messages/messages.js';
import { noMoreCharacters, says } from '../says.ts';
import { asked, percent } from './asked.ts';

/** A number, or an expression that comes to one. */
const answer = z.union(
  [z.number(), z.string().trim().min(1).max(300)],
  says(m.faults_must_be_a_number_or_an_expression),
);
const tolerance = z
  .number(says(m.faults_must_be_a_number))
  .nonnegative(says(m.faults_must_not_be_negative))
  .default(0);
const partial = z.strictObject({
  answer,
  tolerance,
  fraction: percent.min(-100, says(m.faults_must_be_100_or_more)),
});

/** What is particular to a number, but for its unit. */
export const numberParts = {
  kind: z.literal('number'),
  answer,
  tolerance,
  partial: z
    .array(partial)
    .max(
      100,
      says(() => m.faults_must_have_answers_or_fewer({ number: 100 })),
    )
    .optional(),
};

export const numberForm = z.strictObject({
  ...asked,
  ...numberParts,
  unit: z.string().trim().min(1, says(m.faults_cant_be_empty)).max(40, noMoreCharacters(40)).optional(),
});
