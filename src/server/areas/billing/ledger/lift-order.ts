import type { Transaction } from 'kysely';
import type { Fact, NewFact } from '#domain/billing/facts';
import { liftingFacts, orderBoughtOver } from '#domain/billing/given/bought-under-order';
import { recordAudit, systemCaller } from '#server/db/audit';
import type { DB } from '#server/db/types';
import { type Account, insertFacts } from './ledger-sql.ts';
import { SCHOOL } from './open-account.ts';
import { secondsOf } from './seconds.ts';

/**
 * Lifts the tier that an administrator set, once its person has paid for a plan: whoever pays gets what was paid for. Only
 * opening a payment page lifts nothing. The account must be held.
 */
export async function liftOrder(
  trx: Transaction<DB>,
  account: Account,
  { fresh, known }: { readonly known: readonly Fact[]; readonly fresh: readonly NewFact[] },
  now: Date,
): Promise<void> {
  const at = secondsOf(now);
  const order = orderBoughtOver(known, fresh, at);
  if (!order) return;
  await insertFacts(trx, account.id, SCHOOL, liftingFacts(order, at), now);
  await recordAudit(trx, systemCaller, {
    action: 'billing.lift-order',
    entity: 'user',
    entityId: account.user_id,
    before: { order: order.tier },
    after: { order: null, gift: order.tier },
  });
}
