import { z } from 'zod';
import { m } from '../../messages/messages.js';
import { says } from '../says.ts';
import { accepted, asked, words } from './asked.ts';
import { numberParts } from './number.ts';
import { singleParts } from './single.ts';
import { textParts } from './text.ts';

const weight = z
  .number(says(m.faults_must_be_a_number))
  .min(
    0,
    says(() => m.faults_must_be_or_more({ number: 0 })),
  )
  .max(
    1000,
    says(() => m.faults_must_be_at_most({ number: 1000 })),
  )
  .optional();

/** A gap that is right or wrong names no kind; any other is a question of its own. */
const gap = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.undefined().optional(),
    answers: accepted,
    wrong: z
      .array(words)
      .max(
        20,
        says(() => m.faults_must_have_wrong_answers_or_fewer({ number: 20 })),
      )
      .default([]),
    weight,
  }),
  z.strictObject({ ...textParts, weight }),
  z.strictObject({ ...numberParts, weight }),
  z.strictObject({ ...singleParts, weight }),
]);

export const gapsForm = z.strictObject({
  ...asked,
  kind: z.literal('gaps'),
  gaps: z
    .array(gap)
    .min(1, says(m.faults_must_have_at_least_one_blank))
    .max(
      30,
      says(() => m.faults_must_have_blanks_or_fewer({ number: 30 })),
    )
    .refine(
      (all) => all.some(({ weight: each = 1 }) => each > 0),
      says(m.faults_at_least_one_blank_must_have_a),
    ),
  caseSensitive: z.boolean().default(false),
});
