import { z } from 'zod';
import { DISCOUNT_DURATIONS } from '#domain/billing/discount';
import { m } from '../messages/messages.js';
import { adminProcedure, failures } from './procedure.ts';

const MAX_MONTHS = 36;
const MAX_AMOUNT = 99_999_999;
const currency = z.string().regex(/^[a-z]{3}$/);

/** What a code takes off: a percentage, or an amount in the smallest unit of a currency. */
const terms = z.object({
  code: z.string(),
  percentOff: z.number().min(1).max(100).nullable(),
  amountOff: z.int().min(1).max(MAX_AMOUNT).nullable(),
  currency: currency.nullable(),
  duration: z.enum(DISCOUNT_DURATIONS),
  /** For how many months; with `repeating` only. */
  months: z.int().min(1).max(MAX_MONTHS).nullable(),
  /** Null: as often as members want. */
  maxRedemptions: z.int().min(1).max(1_000_000).nullable(),
  /** After that nobody can enter it any more; null: it does not expire. */
  expiresAt: z.iso.datetime().nullable(),
  /** The plans that it is for; null: all of them. */
  planIds: z.array(z.uuid()).min(1).max(50).nullable(),
});

const coupon = terms.extend({
  id: z.string(),
  redemptions: z.int(),
  /** Whether it can be entered now. */
  isActive: z.boolean(),
});
export type Coupon = z.infer<typeof coupon>;

const newCoupon = terms
  .extend({
    code: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{3,40}$/, '3 to 40 letters and digits')
      .toUpperCase(),
  })
  .refine(({ amountOff, percentOff }) => (amountOff === null) !== (percentOff === null), {
    path: ['percentOff'],
    error: () => m.faults_either_a_percentage_or_an_amount(),
  })
  .refine(({ amountOff, currency }) => (amountOff === null) === (currency === null), {
    path: ['currency'],
    message: 'A currency belongs to an amount',
  })
  .refine(({ duration, months }) => (duration === 'repeating') === (months !== null), {
    path: ['months'],
    message: 'A number of months belongs to "repeating"',
  });

const away = failures('PAYMENTS_OFF', 'PAYMENTS_AWAY', 'PAYMENT_REFUSED');

export const billingCoupons = {
  coupons: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/billing/coupons', summary: 'List coupons, also inactive ones' })
    .errors(away)
    .output(z.array(coupon)),
  addCoupon: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'POST',
      path: '/admin/billing/coupons',
      summary: 'Create a coupon that members enter at checkout',
      successStatus: 201,
    })
    .errors({ ...away, ...failures('PLAN_NOT_FOUND', 'COUPON_CODE_TAKEN', 'COUPON_EXPIRED') })
    .input(newCoupon)
    .output(coupon),
  deactivateCoupon: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'DELETE',
      path: '/admin/billing/coupons/{id}',
      summary: 'Stop taking a coupon; who has its discount keeps it',
    })
    .errors({ ...away, ...failures('COUPON_NOT_FOUND') })
    .input(z.object({ id: z.string().min(1).max(100) }))
    .output(z.object({ done: z.literal(true) })),
};
