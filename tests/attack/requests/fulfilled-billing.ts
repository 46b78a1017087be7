import { onTestFinished } from 'vitest';
import { giveGift } from '#server/areas/admin/billing/person';
import { keepAlarm } from '#server/areas/billing/alarms/raise-alarm';
import { addCoupon } from '#server/areas/billing/coupons/managed';
import { cancel } from '#server/areas/billing/member/cancel';
import { previewChange } from '#server/areas/billing/member/change-plan';
import { checkout, confirm } from '#server/areas/billing/member/checkout';
import { addPrice } from '#server/areas/billing/prices/managed';
import { openStripe } from '#server/platform/payments/stripe-provider';
import { StripeServer, TEST_KEY } from '#tests/stripe/server/stripe-server';
import type { World } from '../access/access-objects.ts';
import type { CallerName } from '../kit/school.ts';

type Input = Record<string, unknown>;

const COUPON = {
  code: 'SUMMER',
  percentOff: 20,
  amountOff: null,
  currency: null,
  duration: 'once',
  months: null,
  maxRedemptions: null,
  expiresAt: null,
} as const;
const MONTHLY = { interval: 'month', currency: 'eur' } as const;

/** Until the end of the test the school takes payments, through a provider that is made for it. */
export async function takePayments({ school }: World) {
  const stripe = await StripeServer.start({ now: school.services.clock.now().getTime() / 1000 });
  const webhookSecrets = ['whsec_school0001'];
  stripe.webhooks.endpoint = { url: 'http://127.0.0.1:9/', secrets: webhookSecrets };
  const provider = openStripe({ apiUrl: stripe.url, secretKey: TEST_KEY, webhookSecrets });
  school.takePayments(provider, () => stripe.fake.store.mark());
  onTestFinished(async () => {
    school.stopPayments();
    await stripe.stop();
  });
  return stripe;
}

/** A school that sells one plan, with its id and that of the offer. */
export async function sellPlan(world: World, tier: 'basic' | 'premium' = 'premium', amount = 1999) {
  const { id: planId } = await world.school.services.db.kysely
    .selectFrom('subscription_plans')
    .select('id')
    .where('tier', '=', tier)
    .executeTakeFirstOrThrow();
  const { services } = world.school;
  const { id } = await addPrice(services, callerOf(world, 'admin'), { planId, amount, ...MONTHLY });
  return { planId, offerId: id };
}

async function openCheckout(world: World, offerId: string): Promise<string> {
  const { services } = world.school;
  const { url } = await checkout(services, callerOf(world, 'basic'), { offerId, locale: 'en' });
  return url.split('/').at(-1) ?? '';
}

/** The member `basic` has paid for a month of premium. */
export async function subscribe(world: World) {
  const stripe = await takePayments(world);
  const sold = await sellPlan(world);
  const session = await openCheckout(world, sold.offerId);
  stripe.fake.checkout.pay(session, { card: '4242 4242 4242 4242', country: 'DE' });
  const { billed } = await confirm(world.school.services, callerOf(world, 'basic'), { session });
  return { ...sold, session, billed };
}

export function callerOf({ school }: World, who: CallerName) {
  const viewer = school.people.get(who);
  if (!viewer) throw new Error(`nobody is called ${who}`);
  return { viewer, ipAddress: '', userAgent: '', requestId: '' };
}

async function preview(world: World): Promise<Input> {
  await subscribe(world);
  const { offerId } = await sellPlan(world, 'basic', 999);
  const { at, dueNow } = await previewChange(world.school.services, callerOf(world, 'basic'), { offerId });
  return { offerId, at, dueNow };
}

/** Inputs with which what is paid for succeeds: each in a school that takes payments from then on. */
export const FULFILLED_BILLING: Readonly<Record<string, (world: World) => Promise<Input>>> = {
  'billing.checkout': async (world) => {
    await takePayments(world);
    return { offerId: (await sellPlan(world)).offerId, locale: 'en' };
  },
  'billing.confirm': async (world) => ({ session: (await subscribe(world)).session }),
  'billing.refresh': async (world) => {
    await subscribe(world);
    return {};
  },
  'billing.portal': async (world) => {
    await subscribe(world);
    return { locale: 'en' };
  },
  'billing.invoice': async (world) => ({ id: (await subscribe(world)).billed.invoices[0]?.id }),
  'billing.cancel': async (world) => {
    await subscribe(world);
    return {};
  },
  'billing.keep': async (world) => {
    await subscribe(world);
    await cancel(world.school.services, callerOf(world, 'basic'));
    return {};
  },
  'billing.preview': async (world) => ({ offerId: (await preview(world)).offerId }),
  'billing.change': preview,
  'billing.addPrice': async (world) => {
    await takePayments(world);
    return { planId: (await sellPlan(world)).planId, amount: 2999, ...MONTHLY };
  },
  'billing.withdrawPrice': async (world) => {
    await takePayments(world);
    return { id: (await sellPlan(world)).offerId };
  },
  'billing.coupons': async (world) => {
    await takePayments(world);
    return {};
  },
  'billing.addCoupon': async (world) => {
    await takePayments(world);
    return { ...COUPON, planIds: [(await sellPlan(world)).planId] };
  },
  'billing.deactivateCoupon': async (world) => {
    await takePayments(world);
    const coupon = { ...COUPON, planIds: null };
    return { id: (await addCoupon(world.school.services, callerOf(world, 'admin'), coupon)).id };
  },
  'billing.setTrial': async (world) => {
    await takePayments(world);
    return { planId: (await sellPlan(world)).planId, days: 14 };
  },
  'billing.refund': async (world) => {
    const { billed } = await subscribe(world);
    const { viewer } = callerOf(world, 'basic');
    const id = viewer.kind === 'member' ? viewer.userId : '';
    return { id, invoice: billed.invoices[0]?.id, amount: null, reason: 'Asked for' };
  },
  'billing.checkAlarm': async ({ school }) => {
    const { clock, db } = school.services;
    const alarm = { kind: 'drift' as const, cause: 'drift:changed:il_1', accountId: null, subject: 'il_1' };
    await db.transaction((trx) => keepAlarm(trx, alarm, clock.now()));
    return { cause: alarm.cause };
  },
  'billingReports.setup': async (world) => {
    await takePayments(world);
    return {};
  },
  'billingReports.endGift': async (world) => {
    const { viewer } = callerOf(world, 'basic');
    const id = viewer.kind === 'member' ? viewer.userId : '';
    const caller = { ...callerOf(world, 'admin'), requestId: 'of a gift' };
    await giveGift(world.school.services, caller, { id, tier: 'premium', until: null, reason: 'Thanks' });
    return { id, gift: 'gift of a gift' };
  },
  'billing.reconcile': async (world) => {
    await subscribe(world);
    return {};
  },
};
