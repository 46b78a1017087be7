import type Stripe from 'stripe';
import { z } from 'zod';
import type { NewCoupon, ProviderCoupon } from './coupon.ts';
import type { PaymentCommands } from './payment-provider.ts';
import { allOf, asked } from './stripe-answers.ts';
import { planOf, productOf } from './stripe-products.ts';
import { couponShape } from './stripe-shapes.ts';

/** A code at Stripe is a promotion code, and what it takes off is its coupon. */
const promotionShape = z.object({
  id: z.string().min(1),
  active: z.boolean(),
  code: z.string(),
  expires_at: z.int().nullable(),
  max_redemptions: z.int().nullable(),
  times_redeemed: z.int(),
  promotion: z.object({ coupon: couponShape }),
});

const WHOLE = ['promotion.coupon.applies_to'];

export function stripeCoupons(
  client: Stripe,
): Pick<PaymentCommands, 'createCoupon' | 'listCoupons' | 'deactivateCoupon'> {
  return {
    createCoupon: ({ key, ...order }) => asked(() => createCoupon(client, order, key)),
    listCoupons: () =>
      asked(async () => {
        const expand = WHOLE.map((path) => `data.${path}`);
        return (await allOf(client.promotionCodes.list({ limit: 100, expand }), promotionShape)).map(
          toCoupon,
        );
      }),
    deactivateCoupon: ({ id, key }) =>
      asked(async () => {
        await client.promotionCodes.update(id, { active: false }, { idempotencyKey: key });
      }),
  };
}

/** A coupon whose code could not be made stays without one, and nobody can enter it. */
async function createCoupon(client: Stripe, order: NewCoupon, key: string): Promise<ProviderCoupon> {
  const { amountOff, code, currency, duration, expiresAt, maxRedemptions, months, percentOff, planIds } =
    order;
  const { id } = await client.coupons.create(
    {
      name: code,
      duration,
      ...(months !== null && { duration_in_months: months }),
      ...(percentOff !== null && { percent_off: percentOff }),
      ...(amountOff !== null && currency !== null && { amount_off: amountOff, currency }),
      ...(planIds !== null && { applies_to: { products: planIds.map(productOf) } }),
    },
    { idempotencyKey: `${key}:coupon` },
  );
  const made = await client.promotionCodes.create(
    {
      code,
      promotion: { type: 'coupon', coupon: id },
      ...(maxRedemptions !== null && { max_redemptions: maxRedemptions }),
      ...(expiresAt !== null && { expires_at: Math.floor(expiresAt.getTime() / 1000) }),
      expand: WHOLE,
    },
    { idempotencyKey: key },
  );
  return toCoupon(promotionShape.parse(made));
}

function toCoupon({
  active,
  code,
  id,
  promotion,
  ...promotionCode
}: z.output<typeof promotionShape>): ProviderCoupon {
  const { coupon } = promotion;
  const { expires_at, max_redemptions, times_redeemed } = promotionCode;
  return {
    id,
    code,
    percentOff: coupon.percent_off,
    amountOff: coupon.amount_off,
    currency: coupon.currency,
    duration: coupon.duration,
    months: coupon.duration_in_months,
    maxRedemptions: max_redemptions,
    redemptions: times_redeemed,
    expiresAt: expires_at === null ? null : new Date(expires_at * 1000),
    planIds: coupon.applies_to
      ? coupon.applies_to.products.flatMap((product) => planOf(product) ?? [])
      : null,
    isActive: active && coupon.valid,
  };
}
