import type { Seen } from '#domain/billing/facts';
import { liveSubscriptions } from '#domain/billing/live-subscription';
import { recordAudit, systemCaller } from '#server/db/audit';
import { UnknownPrice } from '#server/platform/payments/payment-provider';
import type { Services } from '#server/services';
import { keepAlarm } from '../alarms/raise-alarm.ts';
import { reportDrift } from '../alarms/report-drift.ts';
import { answerRings, selectRings } from '../inbox/ring-sql.ts';
import { holdAccount, selectFacts } from '../ledger/ledger-sql.ts';
import { paymentsOf } from '../payments-of.ts';
import { learn } from './learn.ts';
import {
  type Begun,
  beginLook,
  type Customer,
  noteFailedLook,
  selectTiersOfPrices,
  takeAnswer,
} from './look-sql.ts';

/** What came of a look: how many facts were new; `nobody`: a customer of no account; `late`: a newer answer was there. */
export type Looked = number | 'nobody' | 'late';

/**
 * Asks the provider what it knows of a customer and writes down what is new. No lock is held meanwhile: looks are numbered,
 * and an older answer is never written over a newer one. Throws what the provider throws; then nothing is changed.
 */
export async function lookAt(services: Services, customer: Customer): Promise<Looked> {
  const { clock, db } = services;
  const look = await beginLook(db.kysely, customer, clock.now());
  // What rings from here on may be about what the provider does not say yet.
  const rings = await selectRings(db.kysely, customer);
  if (!look) {
    await answerRings(db.kysely, customer, rings, clock.now());
    return 'nobody';
  }
  try {
    const seen = await askProvider(services, customer);
    return await writeSeen(services, customer, { ...look, rings }, seen);
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    await noteFailedLook(services.db.kysely, customer, look.look_no, message.slice(0, 500));
    if (error instanceof UnknownPrice) await reportPrice(services, error, look.account_id);
    throw error;
  }
}

async function reportPrice(
  { clock, db, log }: Services,
  { message, price: subject }: UnknownPrice,
  accountId: string,
): Promise<void> {
  log.error({ message }, 'a payment is for a price that is in no plan');
  const alarm = { kind: 'unknown-price' as const, cause: `unknown-price:${subject}`, accountId, subject };
  await db.transaction((trx) => keepAlarm(trx, alarm, clock.now()));
}

async function askProvider(services: Services, { customer, provider }: Customer): Promise<readonly Seen[]> {
  const tiers = await selectTiersOfPrices(services.db.kysely, provider);
  return paymentsOf(services).look(customer, (price) => {
    const tier = tiers.get(price);
    if (!tier) throw new UnknownPrice(`price ${price} is in no plan`, price);
    return tier;
  });
}

async function writeSeen(
  services: Services,
  customer: Customer,
  { account_id, look_no, rings }: Begun & { readonly rings: readonly string[] },
  seen: readonly Seen[],
): Promise<Looked> {
  const { clock, db, log } = services;
  return db.transaction(async (trx) => {
    const now = clock.now();
    const account = await holdAccount(trx, account_id);
    if (!account || !(await takeAnswer(trx, customer, look_no, now))) return 'late';
    await reportDrift(trx, services, { accountId: account_id, customer, seen });
    await answerRings(trx, customer, rings, now);
    const { fresh, projected } = await learn(trx, services, account, { source: customer, seen });
    if (fresh.length === 0) return 0;
    await recordAudit(trx, systemCaller, {
      action: 'billing.look',
      entity: account.team_id === null ? 'user' : 'team',
      entityId: account.team_id ?? account.user_id,
      before: { tier: projected?.before ?? null },
      after: { tier: projected?.after ?? null, facts: fresh.map(({ id, kind }) => `${kind} ${id}`) },
    });
    const live = liveSubscriptions(await selectFacts(trx, account_id));
    // A team whose owner changed has one that ends, and the new owner's.
    if (live.length > 1 && account.team_id === null)
      log.error({ account: account_id, subscriptions: live.map(({ id }) => id) }, 'an account pays twice');
    return fresh.length;
  });
}
