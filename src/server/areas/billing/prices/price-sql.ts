import type { Transaction } from 'kysely';
import type { Offer } from '#contract/offers';
import type { Interval } from '#domain/billing/facts';
import type { Tier } from '#domain/tiers';
import type { Reader } from '#server/db/client';
import type { DB } from '#server/db/types';

export interface PriceRow {
  readonly id: string;
  readonly plan_id: string | null;
  readonly tier: Tier;
  readonly provider_price: string;
  readonly interval: string;
  readonly currency: string;
  readonly unit_amount: number;
  readonly is_offered: boolean;
  /** Null: the plan is gone. */
  readonly trial_days: number | null;
}

interface Shop {
  readonly name: string;
  readonly livemode: boolean;
}

function selectPrices(db: Reader, { livemode, name }: Shop) {
  return db
    .selectFrom('plan_prices')
    .leftJoin('subscription_plans', 'subscription_plans.id', 'plan_prices.plan_id')
    .select([
      'trial_days',
      'plan_prices.id',
      'plan_id',
      'plan_prices.tier',
      'provider_price',
      'interval',
      'currency',
      'unit_amount',
      'is_offered',
    ])
    .where('provider', '=', name)
    .where('livemode', '=', livemode)
    .orderBy('unit_amount')
    .orderBy('plan_prices.id');
}

/** What can be bought now: a plan that became one of another tier is not sold at its former price. */
export function selectOffered(db: Reader, shop: Shop): Promise<PriceRow[]> {
  return selectPrices(db, shop)
    .whereRef('subscription_plans.tier', '=', 'plan_prices.tier')
    .where('is_offered', '=', true)
    .execute();
}

export function selectAllPrices(db: Reader, shop: Shop): Promise<PriceRow[]> {
  return selectPrices(db, shop).execute();
}

/** The plan that a price is made for. */
const soldPlans = (db: Reader) => db.selectFrom('subscription_plans').select(['id', 'name', 'tier']);

export function selectSoldPlan(db: Reader, id: string) {
  return soldPlans(db).where('id', '=', id).executeTakeFirst();
}

export const selectSoldPlans = (db: Reader) => soldPlans(db).execute();

/** Puts a price in the place of the one that was offered before. */
export async function replacePrice(
  trx: Transaction<DB>,
  shop: Shop,
  price: {
    readonly plan_id: string;
    readonly tier: Tier;
    readonly provider_price: string;
    readonly interval: Interval;
    readonly currency: string;
    readonly unit_amount: number;
  },
): Promise<PriceRow> {
  // Two who replace it at once would both offer theirs.
  await trx
    .selectFrom('subscription_plans')
    .select('id')
    .where('id', '=', price.plan_id)
    .forUpdate()
    .executeTakeFirst();
  await trx
    .updateTable('plan_prices')
    .set({ is_offered: false })
    .where('plan_id', '=', price.plan_id)
    .where('provider', '=', shop.name)
    .where('livemode', '=', shop.livemode)
    .where('interval', '=', price.interval)
    .where('currency', '=', price.currency)
    .execute();
  const { id } = await trx
    .insertInto('plan_prices')
    .values({ ...price, provider: shop.name, livemode: shop.livemode })
    .returning('id')
    .executeTakeFirstOrThrow();
  return selectPrices(trx, shop).where('plan_prices.id', '=', id).executeTakeFirstOrThrow();
}

/** Answers how many free days there were; undefined: there is no such plan. */
export async function updateTrialDays(
  trx: Transaction<DB>,
  planId: string,
  days: number,
): Promise<number | undefined> {
  const plan = await trx
    .selectFrom('subscription_plans')
    .select('trial_days')
    .where('id', '=', planId)
    .forUpdate()
    .executeTakeFirst();
  await trx
    .updateTable('subscription_plans')
    .set({ trial_days: days })
    .where('id', '=', planId)
    .where('trial_days', '!=', days)
    .execute();
  return plan?.trial_days;
}

export async function withdraw(trx: Transaction<DB>, id: string): Promise<boolean> {
  const row = await trx
    .updateTable('plan_prices')
    .set({ is_offered: false })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Which of the offers a price is; null: it is not offered any more. */
export function offerIdOf(price: string, offered: readonly PriceRow[]): string | null {
  return offered.find(({ provider_price }) => provider_price === price)?.id ?? null;
}

export function toOffer(row: PriceRow): Offer {
  return {
    id: row.id,
    planId: row.plan_id ?? row.id,
    tier: row.tier,
    interval: row.interval === 'year' ? 'year' : 'month',
    amount: row.unit_amount,
    currency: row.currency,
    trialDays: row.trial_days ?? 0,
  };
}
