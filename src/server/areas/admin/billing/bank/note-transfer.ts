import type { ListedTransfer } from '#contract/bank-transfers';
import { canAdminister } from '#domain/access/can-administer';
import type { Tier } from '#domain/tiers';
import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import { insertTransfer, updatePaid } from '#server/areas/billing/bank/bank-sql';
import { learnTransfers } from '#server/areas/billing/bank/learn-transfers';
import { newReference } from '#server/areas/billing/bank/new-reference';
import { openAccount } from '#server/areas/billing/ledger/open-account';
import { dateOf, secondsOf } from '#server/areas/billing/ledger/seconds';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { touchContent } from '#server/db/content-version';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { demandFreeNumber } from './demand-free-number.ts';
import { readTransfer } from './read-transfer.ts';

interface Noted {
  readonly userId: string;
  readonly tier: Tier;
  readonly amount: number;
  readonly currency: string;
  readonly number: string;
  readonly from: string;
  readonly to: string;
}

/** Notes an invoice that the school wrote itself and that is paid. Fails with USER_NOT_FOUND, INVOICE_NUMBER_TAKEN and PROOF_REQUIRED. */
export async function noteTransfer(
  services: Services,
  caller: Caller,
  { amount, currency, from, number, tier, to, userId }: Noted,
): Promise<ListedTransfer> {
  authorise(canAdminister(caller.viewer));
  await demandFreshProof(services, caller);
  const { settings } = services;
  const isFirst = !(await settings.current()).soldByTransfer;
  const id = await services.db.transaction(async (trx) => {
    const now = dateOf(secondsOf(services.clock.now()));
    const account = await openAccount(trx, userId, now);
    if (!account) throw new Failure('USER_NOT_FOUND');
    await demandFreeNumber(trx, number);
    const made = await insertTransfer(trx, {
      account_id: account.id,
      reference: newReference(),
      plan_id: null,
      interval: null,
      tier,
      amount,
      currency,
      // It is paid in the same breath, so that it never waits beside an order of the member.
      state: 'canceled',
      ordered_at: now,
    });
    await updatePaid(trx, made, {
      number,
      paid_at: now,
      period_from: dateOf(secondsOf(new Date(from))),
      period_to: dateOf(secondsOf(new Date(to))),
    });
    await learnTransfers(trx, services, account);
    await recordAudit(trx, caller, {
      action: 'billing.bank-note',
      entity: 'user',
      entityId: userId,
      after: { transfer: made, number, amount, currency, tier, from, to },
    });
    // From now on there are pages that the law asks for.
    if (isFirst) await touchContent(trx);
    return made;
  });
  if (isFirst) settings.forget();
  return readTransfer(services, id);
}
