import type { ListedTransfer } from '#contract/bank-transfers';
import { canAdminister } from '#domain/access/can-administer';
import { periodEnd } from '#domain/billing/bank/bank-transfer';
import { periodStart } from '#domain/billing/bank/period-start';
import { isRenewed } from '#domain/billing/live-subscription';
import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import { holdTransfer, updatePaid } from '#server/areas/billing/bank/bank-sql';
import { learnTransfers } from '#server/areas/billing/bank/learn-transfers';
import { holdAccount, selectFacts } from '#server/areas/billing/ledger/ledger-sql';
import { dateOf, secondsOf } from '#server/areas/billing/ledger/seconds';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { demandFreeNumber } from './demand-free-number.ts';
import { readTransfer } from './read-transfer.ts';

/**
 * Notes that the money of an order has arrived: its plan opens at once, or where what is paid already ends. Fails with
 * TRANSFER_NOT_FOUND, TRANSFER_CLOSED for one that is settled, SUBSCRIPTION_RUNNING while the member's card is charged as well,
 * INVOICE_NUMBER_TAKEN and PROOF_REQUIRED.
 */
export async function confirmTransfer(
  services: Services,
  caller: Caller,
  { id, number }: { id: string; number: string },
): Promise<ListedTransfer> {
  authorise(canAdminister(caller.viewer));
  await demandFreshProof(services, caller);
  await services.db.transaction(async (trx) => {
    const transfer = await holdTransfer(trx, id);
    if (!transfer) throw new Failure('TRANSFER_NOT_FOUND');
    if (transfer.state !== 'pending' || transfer.interval === null) throw new Failure('TRANSFER_CLOSED');
    await demandFreeNumber(trx, number);
    const account = await holdAccount(trx, transfer.account_id);
    if (!account?.user_id) throw new Failure('TRANSFER_CLOSED');
    const now = dateOf(secondsOf(services.clock.now()));
    const facts = await selectFacts(trx, account.id);
    if (isRenewed(facts)) throw new Failure('SUBSCRIPTION_RUNNING');
    const from = dateOf(periodStart(facts, transfer.tier, secondsOf(now)));
    const to = periodEnd(from, transfer.interval);
    await updatePaid(trx, id, { number, paid_at: now, period_from: from, period_to: to });
    await learnTransfers(trx, services, account);
    await recordAudit(trx, caller, {
      action: 'billing.bank-confirm',
      entity: 'user',
      entityId: account.user_id,
      after: {
        transfer: id,
        number,
        amount: transfer.amount,
        currency: transfer.currency,
        tier: transfer.tier,
      },
    });
  });
  return readTransfer(services, id);
}
