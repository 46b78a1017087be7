import { balancesOf, type Difference, differencesOf } from '#domain/billing/balances';
import type { PaymentProvider } from '#server/platform/payments/payment-provider';
import type { Services } from '#server/services';
import { lookAt } from './look-at.ts';
import type { Customer } from './look-sql.ts';
import { replaceDifferences, selectFactsOf } from './reconcile-sql.ts';

/**
 * Compares what the ledger and the provider's books say a customer paid. A difference is an alarm and nothing else: money is
 * never corrected by itself. Throws what the provider throws.
 */
export async function compareBalances(
  services: Services,
  payments: PaymentProvider,
  customer: Customer,
): Promise<readonly Difference[]> {
  const { clock, db, log } = services;
  const compare = async () => {
    const provider = await payments.balances(customer.customer);
    return differencesOf(balancesOf(await selectFactsOf(db.kysely, customer)), provider);
  };
  let differences = await compare();
  if (differences.length > 0) {
    // Something may have been paid between the look and the books.
    await lookAt(services, customer);
    differences = await compare();
  }
  const of = { ...customer, livemode: payments.livemode };
  const found = await db.transaction((trx) => replaceDifferences(trx, of, differences, clock.now()));
  if (found > 0)
    log.error({ customer: customer.customer, differences }, "the ledger and the provider's books disagree");
  return differences;
}
