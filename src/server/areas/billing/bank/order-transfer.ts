import type { BankSettings } from '#contract/administration/bank-settings';
import type { OwnTransfers, TransferOffer } from '#contract/bank-transfers';
import { SUBSCRIPTION_PATH } from '#domain/accounts/profile-paths';
import type { Interval } from '#domain/billing/facts';
import { liveSubscription } from '#domain/billing/live-subscription';
import { formatMoney } from '#domain/billing/money';
import { DAILY_LIMITS } from '#domain/site/daily-limits';
import { recordAudit } from '#server/db/audit';
import { dayBefore, refuseOverLimit } from '#server/db/counts/daily-limit';
import { enqueueMail } from '#server/db/mail/mail-outbox';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { keepTerms } from '../law/agreed-terms.ts';
import { selectFacts } from '../ledger/ledger-sql.ts';
import { openAccount } from '../ledger/open-account.ts';
import { payer } from '../member/own.ts';
import { selectVerifiedEmail } from '../trials/trial-sql.ts';
import { insertTransfer, selectFirstOrder, selectPending } from './bank-sql.ts';
import { getOwnTransfers } from './get-own-transfers.ts';
import { newReference } from './new-reference.ts';
import { transferOffer } from './transfer-offers.ts';
import { transferTerms } from './transfer-terms.ts';

interface Order {
  readonly planId: string;
  readonly interval: Interval;
  /** The hash of the terms that were shown. */
  readonly terms: string;
  readonly beginNow?: boolean;
  readonly locale: string;
}

/**
 * Orders a plan that is opened once the money has arrived. The same order again is the first one. Fails with TRANSFER_PENDING
 * while another order waits, SUBSCRIPTION_RUNNING, ORDER_OUTDATED when other terms were shown, TRANSFERS_OFF, PLAN_NOT_FOUND,
 * and DAILY_LIMIT after too many orders that were canceled again.
 */
export async function orderTransfer(services: Services, caller: Caller, order: Order): Promise<OwnTransfers> {
  const { userId } = payer(caller);
  const offer = await transferOffer(services, order);
  const { beginNow, page, terms, text } = await transferTerms(services, offer);
  if (terms !== order.terms) throw new Failure('ORDER_OUTDATED');
  const { bank } = await services.settings.current();
  const { clock, db } = services;
  await db.transaction(async (trx) => {
    const now = clock.now();
    const account = await openAccount(trx, userId, now);
    if (!account) throw new Failure('SIGN_IN_REQUIRED');
    const pending = await selectPending(trx, account.id);
    if (pending && isSame(pending, offer)) return;
    if (pending) throw new Failure('TRANSFER_PENDING');
    if (liveSubscription(await selectFacts(trx, account.id))) throw new Failure('SUBSCRIPTION_RUNNING');
    const ordered = { since: dayBefore(now), most: DAILY_LIMITS.orders };
    refuseOverLimit(await selectFirstOrder(trx, account.id, ordered), now);
    const reference = newReference();
    const { amount, currency, interval, planId: plan_id, tier } = offer;
    const price = { amount, currency, interval, tier };
    const id = await insertTransfer(trx, {
      account_id: account.id,
      reference,
      plan_id,
      ordered_at: now,
      ...price,
    });
    const agreed = { text, page, beginNow: order.beginNow ? beginNow : null, locale: order.locale };
    await keepTerms(trx, account.id, agreed, now);
    await recordAudit(trx, caller, {
      action: 'billing.bank-order',
      entity: 'user',
      entityId: userId,
      after: { transfer: id, reference, ...price },
    });
    await mailInstructions(trx, services, caller, { id, offer, reference, to: bank });
  });
  return getOwnTransfers(services, caller);
}

function isSame(
  pending: { readonly tier: string; readonly interval: string | null; readonly amount: number },
  { amount, interval, tier }: TransferOffer,
): boolean {
  return pending.tier === tier && pending.interval === interval && pending.amount === amount;
}

/** Once for each order; only to an address that was confirmed. */
async function mailInstructions(
  trx: Parameters<typeof enqueueMail>[0],
  { config }: Services,
  caller: Caller,
  {
    id,
    offer,
    reference,
    to: { account, bank, code: bankCode, holder, note },
  }: { id: string; offer: TransferOffer; reference: string; to: BankSettings },
): Promise<void> {
  const { name, userId } = payer(caller);
  const user = await selectVerifiedEmail(trx, userId);
  if (!user) return;
  await enqueueMail(trx, {
    eventKey: `bank-order:${id}`,
    template: 'bank-order',
    recipient: user.email,
    props: {
      name,
      plan: offer.plan,
      amount: formatMoney(offer.amount, offer.currency),
      reference,
      holder,
      account,
      bankCode,
      bank,
      note,
      link: `${config.publicUrl}${SUBSCRIPTION_PATH}`,
    },
  });
}
