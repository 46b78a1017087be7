import { canAdminister } from '#domain/access/can-administer';
import { payBy } from '#domain/billing/describe';
import { liveSubscription } from '#domain/billing/live-subscription';
import type { Tier } from '#domain/tiers';
import { selectFacts } from '#server/areas/billing/ledger/ledger-sql';
import { selectPolicy } from '#server/areas/billing/ledger/policy-sql';
import { dateOf } from '#server/areas/billing/ledger/seconds';
import { authorise } from '#server/authorise';
import type { Reader } from '#server/db/client';
import type { Caller, Services } from '#server/services';
import { selectDrifts, selectHealth, selectLiveSubscriptions } from './billing-sql.ts';

export interface BillingOverview {
  readonly takesPayments: boolean;
  readonly livemode: boolean | null;
  readonly monthly: { currency: string; amount: number; subscriptions: number }[];
  readonly overdue: { userId: string | null; name: string | null; tier: Tier; payBy: string }[];
  readonly disputes: number;
  readonly inbox: {
    waiting: number;
    parked: number;
    lastReceivedAt: string | null;
    lastError: string | null;
  };
  readonly commandsParked: number;
  /** Deleted accounts whose customer the provider still has. */
  readonly unclosed: number;
  /** Accounts with two subscriptions; the later one is being ended. */
  readonly payingTwice: number;
  /** Customers whose last look failed: what is known of them is of the look before. */
  readonly looksFailing: number;
  /** Where the ledger and the provider's books disagree. */
  readonly drifts: {
    kind: 'balance' | 'customer';
    customer: string;
    userId: string | null;
    name: string | null;
    currency: string | null;
    inLedger: number | null;
    atProvider: number | null;
    foundAt: string;
  }[];
  readonly lastReconciledAt: string | null;
}

/** How billing is going, by the ledger. */
export async function getBillingOverview(
  { clock, db, payments }: Services,
  caller: Caller,
): Promise<BillingOverview> {
  authorise(canAdminister(caller.viewer));
  const live = await selectLiveSubscriptions(db.kysely);
  const health = await selectHealth(db.kysely, clock.now());
  const drifts = payments ? await selectDrifts(db.kysely, payments) : [];
  const months = new Map<string, { currency: string; amount: number; subscriptions: number }>();
  for (const { body } of live) {
    if (body.state === 'trialing') continue;
    const known = months.get(body.currency) ?? { currency: body.currency, amount: 0, subscriptions: 0 };
    const amount = (body.unitAmount * body.quantity) / (body.interval === 'year' ? 12 : 1);
    months.set(body.currency, {
      ...known,
      amount: known.amount + amount,
      subscriptions: known.subscriptions + 1,
    });
  }
  return {
    takesPayments: payments !== undefined,
    livemode: payments?.livemode ?? null,
    // Rounded at the end: twelfths of many years add up.
    monthly: [...months.values()].map((month) => ({ ...month, amount: Math.round(month.amount) })),
    overdue: await overdueOf(db.kysely, live),
    disputes: health?.disputes ?? 0,
    inbox: {
      waiting: health?.waiting ?? 0,
      parked: health?.parked ?? 0,
      lastReceivedAt: health?.last_received_at?.toISOString() ?? null,
      lastError: health?.last_error ?? null,
    },
    commandsParked: health?.commands_parked ?? 0,
    unclosed: health?.unclosed ?? 0,
    payingTwice: health?.paying_twice ?? 0,
    looksFailing: health?.looks_failing ?? 0,
    drifts: drifts.map(({ at_provider, currency, found_at, in_ledger, user_id, ...drift }) => ({
      ...drift,
      userId: user_id,
      currency: currency || null,
      inLedger: in_ledger,
      atProvider: at_provider,
      foundAt: found_at.toISOString(),
    })),
    lastReconciledAt: health?.last_reconciled_at?.toISOString() ?? null,
  };
}

/** Until when each may mend the card: periods are taken from what was paid, never computed. */
async function overdueOf(
  db: Reader,
  live: Awaited<ReturnType<typeof selectLiveSubscriptions>>,
): Promise<BillingOverview['overdue']> {
  const { policy } = await selectPolicy(db);
  const overdue = live.filter(({ body }) => body.state === 'overdue').slice(0, 200);
  return Promise.all(
    overdue.map(async ({ account_id, body, name, user_id }) => {
      const facts = await selectFacts(db, account_id);
      const sub = liveSubscription(facts);
      const by = (sub && payBy(facts, sub, policy)) ?? body.periodEnd;
      return { userId: user_id, name, tier: body.tier, payBy: dateOf(by).toISOString() };
    }),
  );
}
