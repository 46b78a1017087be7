import { z } from 'zod';
import { DISCOUNT_DURATIONS } from '#domain/billing/discount';
import { INTERVALS } from '#domain/billing/facts';

/** What is read of Stripe's answers; one that lacks any of it is taken for no answer. */
const id = z.string().min(1);
const seconds = z.int().nonnegative();
const currency = z.string().regex(/^[a-z]{3}$/);
/** Stripe sends another object as its id, or whole where that was asked for. */
const idOf = z
  .union([id, z.object({ id })])
  .transform((value) => (typeof value === 'string' ? value : value.id));

export const customerShape = z.object({ id });

/** A customer who was deleted is still known by the id. */
export const keptShape = z.object({ id, deleted: z.boolean().optional() });

/** A customer with what we noted on it. */
export const metShape = z.object({ id, metadata: z.record(z.string(), z.string()) });

export const sessionShape = z.object({
  id,
  customer: idOf,
  status: z.enum(['open', 'complete', 'expired']),
  url: z.string().nullable(),
});

export const urlShape = z.object({ url: z.string() });

export const priceShape = z.object({
  id,
  currency,
  unit_amount: z.int().nonnegative(),
  recurring: z.object({ interval: z.enum(INTERVALS) }),
});

export const couponShape = z.object({
  id,
  name: z.string().nullable(),
  percent_off: z.number().nullable(),
  amount_off: z.int().nullable(),
  currency: currency.nullable(),
  duration: z.enum(DISCOUNT_DURATIONS),
  duration_in_months: z.int().nullable(),
  valid: z.boolean(),
  applies_to: z.object({ products: z.array(z.string()) }).nullish(),
});

const discountShape = z.object({
  id,
  end: seconds.nullable(),
  source: z.object({ coupon: z.union([id, couponShape]).nullable() }),
  promotion_code: z.union([id, z.object({ code: z.string() })]).nullable(),
});

export const scheduleShape = z.object({
  id,
  status: z.string(),
  current_phase: z.object({ start_date: seconds, end_date: seconds }).nullable(),
  phases: z.array(z.object({ start_date: seconds, items: z.array(z.object({ price: idOf })) })),
});

export const subscriptionShape = z.object({
  id,
  customer: idOf,
  status: z.string(),
  created: seconds,
  trial_start: seconds.nullable(),
  trial_end: seconds.nullable(),
  ended_at: seconds.nullable(),
  cancel_at: seconds.nullable(),
  cancel_at_period_end: z.boolean(),
  automatic_tax: z.object({ enabled: z.boolean() }),
  schedule: z.union([id, scheduleShape]).nullable(),
  discounts: z.array(z.union([id, discountShape])),
  items: z.object({
    data: z
      .array(
        z.object({
          id,
          price: priceShape,
          quantity: z.int().default(1),
          current_period_start: seconds,
          current_period_end: seconds,
        }),
      )
      .min(1),
  }),
});
export type StripeSubscription = z.output<typeof subscriptionShape>;

export const lineShape = z.object({
  id,
  amount: z.int(),
  currency,
  quantity: z.int().nullable(),
  period: z.object({ start: seconds, end: seconds }),
  discount_amounts: z.array(z.object({ amount: z.int() })).nullable(),
  taxes: z.array(z.object({ amount: z.int(), tax_behavior: z.string() })).nullable(),
  pricing: z.object({ price_details: z.object({ price: idOf.nullable() }).nullish() }).nullable(),
});
export type StripeLine = z.output<typeof lineShape>;

export const paymentShape = z.object({
  status: z.string(),
  amount_paid: z.int().nullable(),
  payment: z.object({ payment_intent: idOf.nullish(), charge: idOf.nullish() }),
});

export type StripePayment = z.output<typeof paymentShape>;

export const invoiceShape = z.object({
  id,
  customer: idOf.nullable(),
  number: z.string().nullable(),
  currency,
  /** Before a credit balance is used. */
  total: z.int(),
  created: seconds,
  hosted_invoice_url: z.string().nullish(),
  invoice_pdf: z.string().nullish(),
  status_transitions: z.object({ paid_at: seconds.nullable() }),
  amount_paid: z.int(),
  // Nothing else of the address is read.
  customer_address: z.object({ country: z.string().nullable() }).nullable(),
  customer_tax_ids: z.array(z.unknown()).nullish(),
  parent: z.object({ subscription_details: z.object({ subscription: idOf }).nullish() }).nullable(),
  lines: z.object({ data: z.array(lineShape), has_more: z.boolean() }),
  payments: z.object({ data: z.array(paymentShape), has_more: z.boolean() }).optional(),
});
export type StripeInvoice = z.output<typeof invoiceShape>;

export const previewShape = z.object({ total: z.int(), currency });

const amounts = z.array(z.object({ amount: z.int() })).nullable();
export const upcomingShape = z.object({
  amount_due: z.int(),
  total_discount_amounts: amounts,
  total_taxes: amounts,
});

export const refundShape = z.object({
  id,
  amount: z.int().nonnegative(),
  currency,
  created: seconds,
  status: z.string().nullable(),
});
export type StripeRefund = z.output<typeof refundShape>;

export const chargeShape = z.object({
  id,
  customer: idOf.nullable(),
  payment_intent: idOf.nullable(),
  currency,
  amount: z.int().nonnegative(),
  amount_captured: z.int().nonnegative(),
  amount_refunded: z.int().nonnegative(),
  disputed: z.boolean(),
  refunds: z.object({ data: z.array(refundShape), has_more: z.boolean() }).nullish(),
});
export type StripeCharge = z.output<typeof chargeShape>;

export const disputeShape = z.object({
  id,
  created: seconds,
  status: z.string(),
  amount: z.int(),
  currency,
  evidence_details: z.object({ due_by: seconds.nullable() }),
});

export const eventShape = z.object({
  id,
  type: z.string(),
  created: seconds,
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      id: z.string().optional(),
      object: z.string().optional(),
      customer: z.unknown().optional(),
      charge: z.unknown().optional(),
    }),
  }),
});
