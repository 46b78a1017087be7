import { z } from 'zod';

/** In the smallest unit of the currency. */
const amount = z.int();

export const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  paidAt: z.iso.datetime(),
  amount,
  refunded: amount,
  currency: z.string().regex(/^[a-z]{3}$/),
  /** Whether the provider shows it as a document; what was paid by bank transfer has none here. */
  hasDocument: z.boolean(),
});
export type Invoice = z.infer<typeof invoice>;

/** What is paid back, and why. */
export const refund = z.object({
  invoice: z.string().min(1).max(100),
  /** Null: all that is left, which ends what it paid for at once. */
  amount: z.int().min(1).nullable(),
  reason: z.string().trim().min(1, 'Enter a reason').max(500, 'At most 500 characters'),
});
