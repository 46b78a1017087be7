import { z } from 'zod';
import { m } from '../../messages/messages.js';
import { says } from '../says.ts';

/** How payments that fail are dealt with. */
export const paymentSettingsForm = z.object({
  /** Days for which members keep their plan after a payment failed. */
  graceDays: z
    .int(says(m.faults_must_be_a_whole_number_of_days))
    .min(
      0,
      says(() => m.faults_at_least_days({ number: 0 })),
    )
    .max(
      30,
      says(() => m.faults_at_most_days({ number: 30 })),
    )
    .default(7),
});
export type PaymentSettings = z.output<typeof paymentSettingsForm>;
