import type { Coupon } from '#contract/billing-coupons';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { NewCoupon, ProviderCoupon } from '#server/platform/payments/coupon';
import type { PaymentProvider } from '#server/platform/payments/payment-provider';
import type { Caller, Services } from '#server/services';
import { giveCommand } from '../commands/give-command.ts';
import { asFailure, paymentsOf } from '../payments-of.ts';
import { selectAllPrices } from '../prices/price-sql.ts';

/** All coupons, newest first, as the provider has them. Fails with PAYMENTS_AWAY. */
export async function listCoupons(services: Services, { viewer }: Caller): Promise<Coupon[]> {
  authorise(canAdminister(viewer));
  return (await askCoupons(paymentsOf(services))).map(toCoupon);
}

/** Creates a coupon. Fails with COUPON_CODE_TAKEN, with COUPON_EXPIRED, and with PLAN_NOT_FOUND for a plan that is not sold. */
export async function addCoupon(
  services: Services,
  caller: Caller,
  input: Omit<NewCoupon, 'expiresAt'> & { readonly expiresAt: string | null },
): Promise<Coupon> {
  authorise(canAdminister(caller.viewer));
  const payments = paymentsOf(services);
  const { code, planIds } = input;
  const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt);
  if (expiresAt !== null && expiresAt <= services.clock.now()) throw new Failure('COUPON_EXPIRED');
  const sold = new Set((await selectAllPrices(services.db.kysely, payments)).map(({ plan_id }) => plan_id));
  if (planIds?.some((id) => !sold.has(id))) throw new Failure('PLAN_NOT_FOUND');
  if ((await askCoupons(payments)).some((one) => one.isActive && one.code.toUpperCase() === code))
    throw new Failure('COUPON_CODE_TAKEN');
  const { amountOff, currency, duration, maxRedemptions, months, percentOff } = input;
  const args = { code, percentOff, amountOff, currency, duration, months, maxRedemptions };
  const audit = { action: 'coupon.add', entity: 'coupon', after: { ...input } };
  const command = { accountId: null, provider: payments.name, kind: 'create-coupon', args, audit };
  const made = await giveCommand(services, caller, command, (key) =>
    payments.createCoupon({ ...input, expiresAt, key }),
  );
  return toCoupon(made);
}

/** Nobody can enter it any more; discounts that were given stay. Fails with COUPON_NOT_FOUND. */
export async function deactivateCoupon(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ done: true }> {
  authorise(canAdminister(caller.viewer));
  const payments = paymentsOf(services);
  const coupon = (await askCoupons(payments)).find((one) => one.id === id);
  if (!coupon) throw new Failure('COUPON_NOT_FOUND');
  if (!coupon.isActive) return { done: true };
  const audit = { action: 'coupon.deactivate', entity: 'coupon', before: { code: coupon.code } };
  const command = {
    accountId: null,
    provider: payments.name,
    kind: 'deactivate-coupon',
    args: { coupon: id },
    audit,
  };
  await giveCommand(services, caller, command, (key) => payments.deactivateCoupon({ key, id }));
  return { done: true };
}

async function askCoupons(payments: PaymentProvider): Promise<readonly ProviderCoupon[]> {
  try {
    return await payments.listCoupons();
  } catch (error) {
    throw asFailure(error);
  }
}

function toCoupon({ expiresAt, planIds, ...coupon }: ProviderCoupon): Coupon {
  return {
    ...coupon,
    expiresAt: expiresAt?.toISOString() ?? null,
    planIds: planIds === null ? null : [...planIds],
  };
}
