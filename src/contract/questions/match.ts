import { z } from 'zod';
import { m } from '../../messages/messages.js';
import { says } from '../says.ts';
import { asked, distinct, words } from './asked.ts';

export const matchForm = z.strictObject({
  ...asked,
  kind: z.literal('match'),
  pairs: distinct(
    z
      .array(z.strictObject({ left: words, right: words }))
      .min(2, says(m.faults_must_have_at_least_two_pairs))
      .max(
        50,
        says(() => m.faults_must_have_pairs_or_fewer({ number: 50 })),
      ),
    ({ left }) => left,
  ),
  wrong: z
    .array(words)
    .max(
      50,
      says(() => m.faults_must_have_wrong_choices_or_fewer({ number: 50 })),
    )
    .optional(),
});
