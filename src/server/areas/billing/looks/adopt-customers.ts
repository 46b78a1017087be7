import type { PaymentProvider } from '#server/platform/payments/payment-provider';
import type { Services } from '#server/services';
import { openAccount } from '../ledger/open-account.ts';
import { insertCustomer, selectCustomerOf } from './look-sql.ts';
import { isKnown, replaceStrangers, selectUserOfAccount } from './reconcile-sql.ts';

/**
 * Takes back customers that we made and know no more, as after a restore: each says for whom it was made. One whose person is
 * not here, or who has another customer, is an alarm as long as there is money. Throws PaymentsAway.
 */
export async function adoptCustomers(
  services: Services,
  payments: PaymentProvider,
  signal?: AbortSignal,
): Promise<void> {
  const { clock, db, log } = services;
  const strangers: string[] = [];
  for await (const { account, id } of payments.customers()) {
    signal?.throwIfAborted();
    const customer = { provider: payments.name, customer: id };
    if (account === null || (await isKnown(db.kysely, customer))) continue;
    if (await adopt(services, payments, { account, customer: id })) continue;
    if ([...(await payments.balances(id)).values()].some((amount) => amount !== 0)) strangers.push(id);
  }
  const found = await db.transaction((trx) => replaceStrangers(trx, payments, strangers, clock.now()));
  if (found > 0) log.error({ customers: strangers }, 'somebody pays who has no account here');
}

async function adopt(
  { clock, db }: Services,
  { livemode, name }: PaymentProvider,
  { account: wanted, customer }: { readonly account: string; readonly customer: string },
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const userId = await selectUserOfAccount(trx, wanted);
    const account = userId && (await openAccount(trx, userId, clock.now()));
    if (!account || account.id !== wanted) return false;
    if (await selectCustomerOf(trx, account.id, name, livemode)) return false;
    const values = {
      provider: name,
      customer,
      account_id: account.id,
      livemode,
      payer_id: null,
      created_at: clock.now(),
    };
    await insertCustomer(trx, values);
    return true;
  });
}
