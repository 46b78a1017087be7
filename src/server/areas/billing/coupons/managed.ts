import type { Coupon } from '#contract/billing-coupons';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { Failure } from '#server/failure';
import type { NewCoupon, ProviderCoupon } from '#server/platform/payments/coupon';
import type { PaymentProvider } from '#server/platform/payments/payment-provider';
import type { Caller, Services } from '#server/services';
import { giveCommand } from '../commands/give-command.ts';
import { beginTurn, takeTurns } from '../commands/take-turns.ts';
import { asFailure, paymentsOf } from '../payments-of.ts';
import { selectAllPrices } from '../prices/price-sql.ts';

/** One at a time of the school: each is decided upon what the one before has left. */
const COUPONS = { accountId: null, kinds: ['create-coupon', 'deactivate-coupon'] };

/** All coupons, newest first, as the provider has them. Fails with PAYMENTS_AWAY. */
export async function listCoupons(services: Services, { viewer }: Caller): Promise<Coupon[]> {
  authorise(canAdminister(viewer));
  return (await askCoupons(paymentsOf(services))).map(toCoupon);
}

/** Creates a coupon. Fails with COUPON_CODE_TAKEN, with COUPON_EXPIRED, and with PLAN_NOT_FOUND for a plan that is not sold. */
export async function addCoupon(services: Services, caller: Caller, input: WantedCoupon): Promise<Coupon> {
  authorise(canAdminister(caller.viewer));
  return takeTurns(() => createCoupon(services, caller, input));
}

type WantedCoupon = Omit<NewCoupon, 'expiresAt'> & { readonly expiresAt: string | null };

async function createCoupon(services: Services, caller: Caller, input: WantedCoupon): Promise<Coupon> {
  const payments = paymentsOf(services);
  const { code, planIds } = input;
  const expiresAt = input.expiresAt === null ? null : new Date(input.expiresAt);
  if (expiresAt !== null && expiresAt <= services.clock.now()) throw new Failure('COUPON_EXPIRED');
  const sold = new Set((await selectAllPrices(services.db.kysely, payments)).map(({ plan_id }) => plan_id));
  if (planIds?.some((id) => !sold.has(id))) throw new Failure('PLAN_NOT_FOUND');
  const turn = await beginTurn(services, COUPONS);
  if ((await askCoupons(payments)).some((one) => one.isActive && one.code.toUpperCase() === code))
    throw new Failure('COUPON_CODE_TAKEN');
  const { amountOff, currency, duration, maxRedemptions, months, percentOff } = input;
  const args = { code, percentOff, amountOff, currency, duration, months, maxRedemptions };
  const audit = { action: 'coupon.add', entity: 'coupon', after: { ...input } };
  const command = { accountId: null, provider: payments.name, kind: 'create-coupon', args, audit, turn };
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
  await takeTurns(() => deactivateOnce(services, caller, id));
  return { done: true };
}

async function deactivateOnce(services: Services, caller: Caller, id: string): Promise<void> {
  const payments = paymentsOf(services);
  const turn = await beginTurn(services, COUPONS);
  const coupon = (await askCoupons(payments)).find((one) => one.id === id);
  if (!coupon) throw new Failure('COUPON_NOT_FOUND');
  if (!coupon.isActive) return;
  const audit = { action: 'coupon.deactivate', entity: 'coupon', before: { code: coupon.code } };
  const command = {
    accountId: null,
    provider: payments.name,
    kind: 'deactivate-coupon',
    args: { coupon: id },
    audit,
    turn,
  };
  await giveCommand(services, caller, command, (key) => payments.deactivateCoupon({ key, id }));
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
