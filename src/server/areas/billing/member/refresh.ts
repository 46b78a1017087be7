import type { Billed } from '#contract/billing';
import { liveSubscriptions } from '#domain/billing/live-subscription';
import type { Caller, Services } from '#server/services';
import { selectFacts } from '../ledger/ledger-sql.ts';
import { retireCustomer } from '../looks/look-sql.ts';
import { findOwn, getMine, lookNow, type Own } from './own.ts';

/** Asks the provider again: after somebody returns from its pages, or may buy what they could not before. */
export async function refresh(services: Services, caller: Caller): Promise<Billed> {
  const own = await findOwn(services, caller);
  if (own) await askAgain(services, own);
  return getMine(services, caller);
}

/**
 * Looks, and lets go who was deleted at the provider and has nothing that runs: what they buy next, they buy as somebody new,
 * in any currency. Fails with PAYMENTS_AWAY.
 */
export async function askAgain(services: Services, own: Own): Promise<void> {
  const { accountId, customer } = own;
  const { clock, db } = services;
  await lookNow(services, customer);
  const facts = await selectFacts(db.kysely, accountId, customer.customer);
  if (liveSubscriptions(facts).length > 0 || !(await isKnownGone(services, own))) return;
  await db.transaction((trx) => retireCustomer(trx, customer, clock.now()));
}

/** Whether the provider says that it deleted the customer: what it doesn't answer after a good look can wait. */
async function isKnownGone({ log }: Services, { customer, payments }: Own): Promise<boolean> {
  try {
    return await payments.isGone(customer.customer);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log.warn({ message }, "couldn't ask whether a customer was deleted");
    return false;
  }
}
