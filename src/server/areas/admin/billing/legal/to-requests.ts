import type { BillingRequest } from '#contract/legal';
import type { Fact, SubscriptionFact } from '#domain/billing/facts';
import { refundDue } from '#domain/billing/law/withdrawal-refund';
import { liveSubscription } from '#domain/billing/live-subscription';
import { targetsFor } from '#server/areas/billing/law/targets-of';
import { type WithdrawalRight, withdrawalRights } from '#server/areas/billing/law/withdrawal-right';
import { selectFactsOfEach } from '#server/areas/billing/ledger/ledger-sql';
import { dateOf, secondsOf } from '#server/areas/billing/ledger/seconds';
import type { Services } from '#server/services';
import type { ListedRequest } from './listed-request-sql.ts';

interface Contract {
  readonly row: ListedRequest;
  readonly accountId: string;
  readonly facts: readonly Fact[];
  readonly sub: SubscriptionFact;
}

/** Requests as an administrator reads them, each with the subscription that it may be about. */
export async function toRequests(
  services: Services,
  rows: readonly ListedRequest[],
): Promise<BillingRequest[]> {
  const contracts = await contractsOf(services, rows);
  const { legal } = await services.settings.current();
  const rights = await withdrawalRights(
    services.db.kysely,
    legal,
    contracts.map(({ row, ...contract }) => ({ ...contract, at: secondsOf(row.received_at) })),
  );
  const subscriptions = new Map(
    contracts.map((contract, index) => [contract.row.id, subscriptionOf(contract, rights[index])]),
  );
  return rows.map((row) => toRequest(row, subscriptions.get(row.id) ?? null));
}

type Subscription = NonNullable<NonNullable<BillingRequest['member']>['subscription']>;

function toRequest(row: ListedRequest, subscription: Subscription | null): BillingRequest {
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
    member:
      row.member_id === null ? null : { userId: row.member_id, name: row.member_name ?? '', subscription },
  };
}

/** The subscriptions that open requests may be about. */
async function contractsOf({ db }: Services, rows: readonly ListedRequest[]): Promise<Contract[]> {
  const open = rows.filter(({ state }) => state === 'open');
  const accounts = new Set(open.flatMap(({ member_account }) => member_account ?? []));
  const known = await selectFactsOfEach(db.kysely, [...accounts]);
  return open.flatMap((row) => {
    const accountId = row.member_account;
    const facts = accountId === null ? [] : (known.get(accountId) ?? []);
    const sub = liveSubscription(facts);
    return accountId !== null && sub ? [{ row, accountId, facts, sub }] : [];
  });
}

function subscriptionOf(
  { facts, row, sub }: Contract,
  right: WithdrawalRight | undefined,
): Subscription | null {
  if (!right) return null;
  return {
    tier: sub.tier,
    interval: sub.interval,
    amount: sub.unitAmount * sub.quantity,
    currency: sub.currency,
    startedAt: dateOf(sub.startedAt).toISOString(),
    endsAt: sub.endsAt === null ? null : dateOf(sub.endsAt).toISOString(),
    withdrawalEnds: dateOf(right.until).toISOString(),
    refund: refundDue(facts, targetsFor(row, { facts, sub }, right)),
  };
}
