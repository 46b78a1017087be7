import type { BillingRequest } from '#contract/legal';
import type { Fact, SubscriptionFact } from '#domain/billing/facts';
import { refundDue, refundTargets } from '#domain/billing/law/withdrawal-refund';
import { liveSubscription } from '#domain/billing/live-subscription';
import type { RequestRow } from '#server/areas/billing/law/request-sql';
import { withdrawalRight } from '#server/areas/billing/law/withdrawal-right';
import { selectAccount, selectFacts } from '#server/areas/billing/ledger/ledger-sql';
import { dateOf, secondsOf } from '#server/areas/billing/ledger/seconds';
import type { Services } from '#server/services';
import { selectMemberOf } from './request-member-sql.ts';

/** A request as an administrator reads it, with the subscription it may be about. */
export async function toRequest(services: Services, row: RequestRow): Promise<BillingRequest> {
  const found = await selectMemberOf(services.db.kysely, row);
  return {
    id: row.id,
    kind: row.kind,
    receivedAt: row.received_at.toISOString(),
    state: row.state,
    outcome: row.outcome,
    note: row.note,
    name: row.name,
    email: row.email,
    contract: row.contract,
    reason: row.reason,
    isExtraordinary: row.is_extraordinary,
    endsOn: row.ends_on,
    isSignedIn: row.account_id !== null,
    lastError: row.last_error,
    member: found
      ? {
          userId: found.id,
          name: found.name,
          subscription: row.state === 'open' ? await subscriptionOf(services, row, found.id) : null,
        }
      : null,
  };
}

async function subscriptionOf(services: Services, row: RequestRow, userId: string) {
  const { db, settings } = services;
  const account = await selectAccount(db.kysely, userId);
  const facts = account ? await selectFacts(db.kysely, account.id) : [];
  const sub = liveSubscription(facts);
  if (!account || !sub) return null;
  const { legal } = await settings.current();
  const at = secondsOf(row.received_at);
  const { until } = await withdrawalRight(db.kysely, legal, { accountId: account.id, facts, sub, at });
  const targets = await targetsOf(services, row, { accountId: account.id, facts, sub });
  return {
    tier: sub.tier,
    interval: sub.interval,
    amount: sub.unitAmount * sub.quantity,
    currency: sub.currency,
    startedAt: dateOf(sub.startedAt).toISOString(),
    endsAt: sub.endsAt === null ? null : dateOf(sub.endsAt).toISOString(),
    withdrawalEnds: dateOf(until).toISOString(),
    refund: refundDue(facts, targets),
  };
}

/** What goes back when a request is settled by "end and refund": counted from the moment that it was received. */
export async function targetsOf(
  { db, settings }: Services,
  { kind, received_at }: Pick<RequestRow, 'kind' | 'received_at'>,
  { accountId, facts, sub }: { accountId: string; facts: readonly Fact[]; sub: SubscriptionFact },
) {
  const at = secondsOf(received_at);
  // Who cancels for cause has used what was before; a withdrawal undoes the contract.
  if (kind === 'cancellation') return refundTargets(facts, sub.id, at, 'pro-rata');
  const { legal } = await settings.current();
  return (await withdrawalRight(db.kysely, legal, { accountId, facts, sub, at })).targets;
}
