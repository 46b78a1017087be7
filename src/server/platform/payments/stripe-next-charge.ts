import Stripe from 'stripe';
import type { Discount } from '#domain/billing/discount';
import type { NextCharge } from '#domain/billing/facts';
import { type StripeSubscription, upcomingShape } from './stripe-shapes.ts';

/** What the next invoice will charge, with discounts and tax; nothing: none comes, or Stripe cannot say. */
export async function nextChargeOf(
  client: Stripe,
  { id, schedule }: StripeSubscription,
): Promise<{ nextCharge?: NextCharge }> {
  const isScheduled = schedule !== null && typeof schedule !== 'string' && schedule.status === 'active';
  try {
    const of = isScheduled ? { schedule: schedule.id } : { subscription: id };
    const invoice = upcomingShape.parse(await client.invoices.createPreview(of));
    const discount = sum(invoice.total_discount_amounts);
    return { nextCharge: { amount: invoice.amount_due, discount, tax: sum(invoice.total_taxes) } };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return {};
    throw error;
  }
}

/** The discounts that the subscription has now. */
export function discountsOf({ discounts }: StripeSubscription): { discounts?: Discount[] } {
  const given = discounts.flatMap((discount): Discount[] => {
    if (typeof discount === 'string') return [];
    const { end, promotion_code: code, source } = discount;
    const { coupon } = source;
    if (coupon === null || typeof coupon === 'string') return [];
    const name = code === null || typeof code === 'string' ? (coupon.name ?? coupon.id) : code.code;
    return [
      {
        code: name,
        percentOff: coupon.percent_off,
        amountOff: coupon.amount_off,
        duration: coupon.duration,
        endsAt: end,
      },
    ];
  });
  return given.length > 0 ? { discounts: given } : {};
}

function sum(amounts: readonly { readonly amount: number }[] | null): number {
  return (amounts ?? []).reduce((total, { amount }) => total + amount, 0);
}
