import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { giveCommand } from '../commands/give-command.ts';
import { openAccount } from '../ledger/open-account.ts';
import { insertCustomer, selectCustomerOf } from '../looks/look-sql.ts';
import { paymentsOf } from '../payments-of.ts';
import { findOwn, type Own, payer } from './own.ts';

/**
 * Makes the caller known to the provider, once however often and at whatever moments it is asked for. A try that failed
 * may have made a customer all the same: the provider is asked before another one is made.
 */
export async function meet(services: Services, caller: Caller): Promise<Own> {
  const known = await findOwn(services, caller);
  if (known) return known;
  const payments = paymentsOf(services);
  const { clock, db } = services;
  const { email, userId } = payer(caller);
  const account = await db.transaction((trx) => openAccount(trx, userId, clock.now()));
  if (!account) throw new Failure('SIGN_IN_REQUIRED');
  const audit = { action: 'billing.meet', entity: 'user', entityId: userId };
  const { livemode, name: provider } = payments;
  const command = {
    accountId: account.id,
    provider,
    kind: 'create-customer',
    args: {},
    audit,
    isAlone: true,
  };
  return giveCommand(services, caller, command, async (key) => {
    const met = await findOwn(services, caller);
    if (met) return met;
    const order = { account: account.id, email };
    const made = (await payments.findCustomer(order)) ?? (await payments.createCustomer({ ...order, key }));
    const values = { provider, customer: made, account_id: account.id, livemode, created_at: clock.now() };
    await db.transaction((trx) => insertCustomer(trx, values));
    const customer = await selectCustomerOf(db.kysely, account.id, provider, livemode);
    if (!customer) throw new Failure('PAYMENT_REFUSED');
    return { payments, accountId: account.id, customer };
  });
}
