import type { AuditEntry } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { giveCommand } from '../commands/give-command.ts';
import { beginTurn, takeTurns } from '../commands/take-turns.ts';
import { selectAccount } from '../ledger/ledger-sql.ts';
import { openAccount } from '../ledger/open-account.ts';
import { bringBackCustomer, insertCustomer, retireCustomer } from '../looks/look-sql.ts';
import { asFailure, paymentsOf } from '../payments-of.ts';
import { findPaying, lookNow, type Own, payer } from './own.ts';

/** Makes the caller known to the provider. */
export async function meet(services: Services, caller: Caller): Promise<Own> {
  const { clock, db } = services;
  const { userId } = payer(caller);
  const account =
    (await selectAccount(db.kysely, userId)) ??
    (await db.transaction((trx) => openAccount(trx, userId, clock.now())));
  if (!account) throw new Failure('SIGN_IN_REQUIRED');
  const audit = { action: 'billing.meet', entity: 'user', entityId: userId };
  return introduce(services, caller, { accountId: account.id, payerId: null, audit });
}

interface Introduction {
  readonly accountId: string;
  /** Whose card it will be, where that is not the account's own person. */
  readonly payerId: string | null;
  readonly audit: AuditEntry;
}

/**
 * Makes an account known to the provider under the caller's address, once however often and at whatever moments it is asked
 * for, and again where somebody deleted the customer there. A try that failed may have made a customer all the same: the
 * provider is asked before another one is made.
 */
export function introduce(services: Services, caller: Caller, introduction: Introduction): Promise<Own> {
  return takeTurns(() => createOnce(services, caller, introduction));
}

async function createOnce(
  services: Services,
  caller: Caller,
  { accountId, audit, payerId }: Introduction,
): Promise<Own> {
  const { clock, db } = services;
  const payments = paymentsOf(services);
  const { email } = payer(caller);
  const { livemode, name: provider } = payments;
  const kind = 'create-customer';
  const turn = await beginTurn(services, { accountId, kinds: [kind] });
  const known = await findPaying(services, accountId);
  if (known && !(await isGoneThere(known))) return known;
  // What ended with the customer must not be taken for running.
  if (known) await lookNow(services, known.customer);
  const command = { accountId, provider, kind, args: {}, audit, turn };
  return giveCommand(services, caller, command, async (key) => {
    const order = { account: accountId, email };
    const made = (await payments.findCustomer(order)) ?? (await payments.createCustomer({ ...order, key }));
    const values = {
      provider,
      customer: made,
      account_id: accountId,
      livemode,
      payer_id: payerId,
      created_at: clock.now(),
    };
    await db.transaction(async (trx) => {
      if (known) await retireCustomer(trx, known.customer, clock.now());
      await insertCustomer(trx, values);
      await bringBackCustomer(trx, values);
    });
    const own = await findPaying(services, accountId);
    if (!own) throw new Failure('PAYMENT_REFUSED');
    return own;
  });
}

/** Whether somebody deleted the customer at the provider. Fails with PAYMENTS_AWAY. */
function isGoneThere({ customer, payments }: Own): Promise<boolean> {
  return payments.isGone(customer.customer).catch((error: unknown) => {
    throw asFailure(error);
  });
}
