import type { Billed } from '#contract/billing';
import { canAdminister } from '#domain/access/can-administer';
import { transferOfInvoice } from '#domain/billing/bank/bank-transfer';
import type { FactKind } from '#domain/billing/facts';
import { giftId } from '#domain/billing/gift';
import { newestFacts } from '#domain/billing/newest-facts';
import type { Tier } from '#domain/tiers';
import { demandFreshProof } from '#server/areas/accounts/proof/demand-fresh-proof';
import {
  insertFacts,
  selectAccount,
  selectFacts,
  selectTimeline,
} from '#server/areas/billing/ledger/ledger-sql';
import { openAccount, SCHOOL } from '#server/areas/billing/ledger/open-account';
import { projectTier } from '#server/areas/billing/ledger/project-tier';
import { secondsOf } from '#server/areas/billing/ledger/seconds';
import { selectCustomerOf, selectPayerOfInvoice } from '#server/areas/billing/looks/look-sql';
import { writeMails } from '#server/areas/billing/mails/write-mails';
import { describeBilling } from '#server/areas/billing/member/describe-billing';
import { paymentsOf } from '#server/areas/billing/payments-of';
import { selectSeatHistory } from '#server/areas/billing/teams/team-sql';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { m } from '../../../../messages/messages.js';
import { selectConfirmation } from '../users/user-sql.ts';
import { refundTransfer } from './bank/refund-transfer.ts';
import { type RefundOrder, refundPaid } from './refunds/refund-paid.ts';

const GIVER = 'administrator';

interface TimelineFact {
  readonly no: number;
  readonly at: string;
  readonly kind: FactKind;
  readonly subject: string;
  readonly provider: string;
  readonly body: Record<string, unknown>;
}

interface TimelineSeat {
  readonly team: string;
  readonly assignedAt: string;
  readonly releasedAt: string | null;
}

/** Why somebody has their tier: every fact, newest first. Fails with USER_NOT_FOUND. */
export async function getTimeline(
  services: Services,
  caller: Caller,
  { id }: { id: string },
): Promise<{ name: string; billed: Billed; facts: TimelineFact[]; seats: TimelineSeat[] }> {
  authorise(canAdminister(caller.viewer));
  const { kysely } = services.db;
  const user = await selectConfirmation(kysely, id);
  if (!user) throw new Failure('USER_NOT_FOUND');
  const account = await selectAccount(kysely, id);
  const rows = account ? await selectTimeline(kysely, account.id) : [];
  const facts = rows.map(({ at, body, kind, ...row }) => ({
    ...row,
    kind: kind as FactKind,
    at: at.toISOString(),
    body: Object(body) as Record<string, unknown>,
  }));
  const seats = (await selectSeatHistory(kysely, id)).map(({ assigned_at, name, released_at }) => ({
    team: name,
    assignedAt: assigned_at.toISOString(),
    releasedAt: released_at?.toISOString() ?? null,
  }));
  return { name: user.name, billed: await describeBilling(services, id), facts, seats };
}

/**
 * Gives a tier for a time that is still to come; a subscription goes on untouched, and the same gift again is the first one.
 * Fails with USER_NOT_FOUND, and with BAD_INPUT for a day that has passed.
 */
export async function giveGift(
  services: Services,
  caller: Caller,
  { id, reason, tier, until }: { id: string; tier: Tier; until: string | null; reason: string },
): Promise<Billed> {
  authorise(canAdminister(caller.viewer));
  const now = services.clock.now();
  const from = secondsOf(now);
  const to = until === null ? null : secondsOf(new Date(until));
  if (to !== null && to <= from)
    throw new Failure('BAD_INPUT', { fields: { until: m.faults_must_be_in_the_future() } });
  await services.db.transaction(async (trx) => {
    const account = await openAccount(trx, id, now);
    if (!account) throw new Failure('USER_NOT_FOUND');
    const gift = {
      kind: 'grant' as const,
      id: giftId(caller.requestId),
      tier,
      from,
      to,
      by: GIVER,
      reason,
    };
    const isGiven = newestFacts(await selectFacts(trx, account.id)).some(
      (fact) =>
        fact.kind === 'grant' &&
        fact.by === GIVER &&
        fact.tier === tier &&
        fact.to === to &&
        fact.reason === reason,
    );
    if (isGiven) return;
    await insertFacts(trx, account.id, SCHOOL, [gift], now);
    await projectTier(trx, account, now);
    await writeMails(trx, services, account, now);
    await recordAudit(trx, caller, {
      action: 'billing.gift',
      entity: 'user',
      entityId: id,
      after: { tier, until },
    });
  });
  return describeBilling(services, id);
}

/**
 * Pays an invoice back; all of it ends the tier at once. Fails with USER_NOT_FOUND, INVOICE_NOT_FOUND, STATE_CHANGED and PROOF_REQUIRED.
 */
export async function refundInvoice(
  services: Services,
  caller: Caller,
  input: RefundOrder & { readonly id: string },
): Promise<Billed> {
  authorise(canAdminister(caller.viewer));
  await demandFreshProof(services, caller);
  const transfer = transferOfInvoice(input.invoice);
  if (transfer !== null) {
    await refundTransfer(services, caller, { ...input, transfer });
    return describeBilling(services, input.id);
  }
  const payments = paymentsOf(services);
  const { id } = input;
  const { kysely } = services.db;
  const account = await selectAccount(kysely, id);
  if (!account) throw new Failure('USER_NOT_FOUND');
  const customer =
    (await selectPayerOfInvoice(kysely, account.id, payments.name, input.invoice)) ??
    (await selectCustomerOf(kysely, account.id, payments.name, payments.livemode));
  if (!customer) throw new Failure('INVOICE_NOT_FOUND');
  await refundPaid(
    services,
    caller,
    { accountId: account.id, customer, entity: 'user', entityId: id },
    input,
  );
  return describeBilling(services, id);
}
