import { canAdminister } from '#domain/access/can-administer';
import { payBy } from '#domain/billing/describe';
import type { Tier } from '#domain/tiers';
import { selectFactsOfEach } from '#server/areas/billing/ledger/ledger-sql';
import { selectPolicy } from '#server/areas/billing/ledger/policy-sql';
import { dateOf } from '#server/areas/billing/ledger/seconds';
import { isSelling } from '#server/areas/billing/prices/for-sale';
import { authorise } from '#server/authorise';
import type { Reader } from '#server/db/client';
import { hasSoldPlans } from '#server/plan-policy';
import type { Caller, Services } from '#server/services';
import { selectDrifts, selectHealth, selectOverdue } from './billing-sql.ts';

const SHOWN = 100;

export interface BillingOverview {
  readonly takesPayments: boolean;
  /** Whether members may pay by bank transfer, or bought something once: what they ordered is still to be settled. */
  readonly takesTransfers: boolean;
  readonly livemode: boolean | null;
  readonly isTestInPublic: boolean;
  /** False: no plan is sold, because nothing was rehearsed with a test key, or no country is chosen. */
  readonly isSelling: boolean;
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
export async function getBillingOverview(services: Services, caller: Caller): Promise<BillingOverview> {
  authorise(canAdminister(caller.viewer));
  const { clock, config, db, payments, settings } = services;
  const health = await selectHealth(db.kysely, clock.now());
  const current = await settings.current();
  const drifts = payments ? await selectDrifts(db.kysely, payments) : [];
  return {
    takesPayments: payments !== undefined,
    takesTransfers: hasSoldPlans(false, current),
    livemode: payments?.livemode ?? null,
    isTestInPublic: config.https && payments?.livemode === false,
    isSelling: await isSelling(services),
    overdue: await overdueOf(db.kysely),
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

/** Until when each may update the card: periods are taken from what was paid, never computed. */
async function overdueOf(db: Reader): Promise<BillingOverview['overdue']> {
  const { policy } = await selectPolicy(db);
  const overdue = await selectOverdue(db, SHOWN);
  const known = await selectFactsOfEach(
    db,
    overdue.map(({ account_id }) => account_id),
  );
  return overdue.map(({ account_id, body, name, no, subject, user_id }) => {
    const sub = { ...body, kind: 'subscription' as const, id: subject, v: no };
    const by = payBy(known.get(account_id) ?? [], sub, policy) ?? body.periodEnd;
    return { userId: user_id, name, tier: body.tier, payBy: dateOf(by).toISOString() };
  });
}
