import { z } from 'zod';

/** How payments that fail are dealt with. */
export const paymentSettingsForm = z.object({
  /** Days for which members keep their plan after a payment failed. */
  graceDays: z
    .int('Must be a whole number of days')
    .min(0, 'At least 0 days')
    .max(30, 'At most 30 days')
    .default(7),
});
export type PaymentSettings = z.output<typeof paymentSettingsForm>;
