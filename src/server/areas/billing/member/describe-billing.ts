import type { Billed } from '#contract/billing';
import { transferOfInvoice } from '#domain/billing/bank/bank-transfer';
import { accessEnds, invoicesOf, payBy, stateOf } from '#domain/billing/describe';
import { entitlement, type Policy } from '#domain/billing/entitlement';
import type { Fact, Seconds, SubscriptionFact } from '#domain/billing/facts';
import { liveSubscription } from '#domain/billing/live-subscription';
import type { Services } from '#server/services';
import { selectAccount, selectFacts } from '../ledger/ledger-sql.ts';
import { selectPolicy } from '../ledger/policy-sql.ts';
import { selectSeatStretches } from '../ledger/seat-sql.ts';
import { dateOf, secondsOf } from '../ledger/seconds.ts';
import { offerIdOf, type PriceRow, selectOffered } from '../prices/price-sql.ts';
import { mayTry } from '../trials/may-try.ts';
import { currencyOf } from './currency-of.ts';

/** How somebody's billing stands, by the ledger alone: also while the provider is away. */
export async function describeBilling(services: Services, userId: string): Promise<Billed> {
  const { clock, db, payments } = services;
  const account = await selectAccount(db.kysely, userId);
  const facts = account ? await selectFacts(db.kysely, account.id) : [];
  const offered = payments ? await selectOffered(db.kysely, payments) : [];
  const now = secondsOf(clock.now());
  const { policy } = await selectPolicy(db.kysely);
  const { stretches } = await selectSeatStretches(db.kysely, userId, policy);
  const { team, tier, until, why } = entitlement(facts, now, policy, stretches);
  const live = liveSubscription(facts);
  const isTrialOffered = offered.some(({ trial_days }) => (trial_days ?? 0) > 0);
  return {
    state: stateOf(facts, now, policy),
    tier,
    why,
    team,
    until: isoOf(until),
    mayTry:
      isTrialOffered && !live && (await mayTry(services, { userId, accountId: account?.id ?? null, facts })),
    currency: account ? await currencyOf(services, account.id, facts) : null,
    subscription: live ? toSubscription(facts, live, offered, policy) : null,
    invoices: invoicesOf(facts).map(({ at, ...invoice }) => ({
      ...invoice,
      paidAt: dateOf(at).toISOString(),
      hasDocument: transferOfInvoice(invoice.id) === null,
    })),
  };
}

function toSubscription(
  facts: readonly Fact[],
  sub: SubscriptionFact,
  offered: readonly PriceRow[],
  policy: Policy,
): NonNullable<Billed['subscription']> {
  const { at, ifPaid } = accessEnds(facts, sub, policy);
  return {
    tier: sub.tier,
    interval: sub.interval,
    amount: sub.unitAmount * sub.quantity,
    currency: sub.currency,
    nextChargeAt: isoOf(sub.endsAt === null ? sub.periodEnd : null),
    endsAt: isoOf(sub.endsAt),
    accessEnds: { at: dateOf(at).toISOString(), ifPaid: isoOf(ifPaid) },
    trialEndsAt: isoOf(sub.trialTo),
    payBy: isoOf(payBy(facts, sub, policy)),
    offerId: offerIdOf(sub.price, offered),
    nextCharge: sub.nextCharge ?? null,
    discounts: (sub.discounts ?? []).map(({ endsAt, ...discount }) => ({
      ...discount,
      endsAt: isoOf(endsAt),
    })),
    scheduled: sub.scheduled
      ? {
          at: dateOf(sub.scheduled.at).toISOString(),
          tier: sub.scheduled.tier,
          interval: sub.scheduled.interval,
          amount: sub.scheduled.unitAmount * sub.quantity,
          offerId: offerIdOf(sub.scheduled.price, offered),
        }
      : null,
  };
}

function isoOf(seconds: Seconds | null): string | null {
  return seconds === null ? null : dateOf(seconds).toISOString();
}
