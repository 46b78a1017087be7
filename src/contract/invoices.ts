import { z } from 'zod';
import { m } from '../messages/messages.js';
import { failures } from './procedure.ts';
import { atMostCharacters, says } from './says.ts';

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

/** When access ends for whoever cancels, or has canceled. `ifPaid`: when instead, if the failed payment still goes through. */
export const accessEnds = z.object({ at: z.iso.datetime(), ifPaid: z.iso.datetime().nullable() });

export const refundFailures = failures(
  'INVOICE_NOT_FOUND',
  'STATE_CHANGED',
  'REFUND_RUNNING',
  'PROOF_REQUIRED',
);

/** What is paid back, and why. */
export const refund = z.object({
  invoice: z.string().min(1).max(100),
  /** Null: all that is left, which ends what it paid for at once. */
  amount: z.int().min(1).nullable(),
  /** How much was paid back already when this was asked for; left out: it isn't compared. */
  refunded: amount.optional(),
  reason: z.string().trim().min(1, says(m.faults_enter_a_reason)).max(500, atMostCharacters(500)),
});
