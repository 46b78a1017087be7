import { boundCurrency } from '#domain/billing/describe';
import type { Fact } from '#domain/billing/facts';
import { liveSubscription } from '#domain/billing/live-subscription';
import type { Services } from '#server/services';
import { selectFacts } from '../ledger/ledger-sql.ts';
import { selectCustomerOf } from '../looks/look-sql.ts';

/**
 * In which currency an account's card is charged; null: in any. Whoever was deleted at the provider is bound to none by what
 * they paid before, and the owner of a team by none of who paid before them.
 */
export async function currencyOf(
  { db, payments }: Services,
  accountId: string,
  facts: readonly Fact[],
): Promise<string | null> {
  if (!payments || facts.length === 0) return null;
  const customer = await selectCustomerOf(db.kysely, accountId, payments.name, payments.livemode);
  if (!customer) return null;
  const own = await selectFacts(db.kysely, accountId, customer.customer);
  return liveSubscription(own)?.currency ?? boundCurrency(own);
}
