import type { Offer } from '#contract/offers';
import { canAdminister } from '#domain/access/can-administer';
import type { Interval } from '#domain/billing/facts';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { giveCommand } from '../commands/give-command.ts';
import { paymentsOf } from '../payments-of.ts';
import { replacePrice, selectAllPrices, selectSoldPlan, toOffer, withdraw } from './price-sql.ts';

type ManagedPrice = Offer & { readonly isOffered: boolean };

export async function listPrices({ db, payments }: Services, { viewer }: Caller): Promise<ManagedPrice[]> {
  authorise(canAdminister(viewer));
  const rows = payments ? await selectAllPrices(db.kysely, payments) : [];
  return rows.map((row) => ({ ...toOffer(row), isOffered: row.is_offered }));
}

/** Sells a plan at a price. Who subscribed at the former one goes on paying that. Fails with PLAN_NOT_FOUND. */
export async function addPrice(
  services: Services,
  caller: Caller,
  input: { planId: string; interval: Interval; amount: number; currency: string },
): Promise<ManagedPrice> {
  authorise(canAdminister(caller.viewer));
  const { amount, currency, interval, planId } = input;
  const payments = paymentsOf(services);
  const plan = await selectSoldPlan(services.db.kysely, planId);
  if (!plan) throw new Failure('PLAN_NOT_FOUND');
  const audit = {
    action: 'price.add',
    entity: 'plan',
    entityId: planId,
    after: { interval, amount, currency },
  };
  const command = { accountId: null, provider: payments.name, kind: 'create-price', args: input, audit };
  const made = await giveCommand(services, caller, command, (key) =>
    payments.createPrice({
      key,
      plan: plan.id,
      planName: plan.name,
      interval,
      currency,
      unitAmount: amount,
      taxBehavior: 'inclusive',
    }),
  );
  const values = { plan_id: plan.id, tier: plan.tier, provider_price: made, interval, currency };
  const row = await services.db.transaction((trx) =>
    replacePrice(trx, payments, { ...values, unit_amount: amount }),
  );
  return { ...toOffer(row), isOffered: true };
}

/** Stops selling at a price; its subscribers stay. */
export async function withdrawPrice(
  { db }: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ done: true }> {
  authorise(canAdminister(caller.viewer));
  await db.transaction(async (trx) => {
    if (!(await withdraw(trx, id))) throw new Failure('PLAN_NOT_FOUND');
    await recordAudit(trx, caller, { action: 'price.withdraw', entity: 'price', entityId: id });
  });
  return { done: true };
}
