import type { Billed } from '#contract/billing';
import type { Fact, Seconds, SubscriptionFact } from '#domain/billing/facts';
import type { Tier } from '#domain/tiers';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { formatMoney, priceWords } from '#web/lib/money.ts';
import { lastDay } from '../bank/last-day.ts';
import type { Facts } from './queries.ts';

type TierName = (tier: Tier) => string;

const day = (seconds: Seconds) => formatDate(new Date(seconds * 1000).toISOString());
const DISPUTES = {
  open: m.billing_admin_says_dispute_open,
  won: m.billing_admin_says_dispute_won,
  lost: m.billing_admin_says_dispute_lost,
};

/** What a fact of the ledger says, in a sentence. */
export function factWords({ body, kind, no, subject }: Facts[number], tierName: TierName): string {
  // The ledger keeps what the domain calls a fact, without its name and number.
  const fact = { ...body, kind, id: subject, v: no } as Fact;
  switch (fact.kind) {
    case 'subscription':
      return subscriptionWords(fact, tierName);
    case 'paid': {
      const amount = formatMoney(fact.amount, fact.currency);
      const times = { from: day(fact.from), to: lastDay(new Date(fact.to * 1000).toISOString()) };
      return m.billing_admin_says_paid({
        ...times,
        amount,
        number: fact.number ?? '–',
        plan: tierName(fact.tier),
      });
    }
    case 'refund': {
      const amount = formatMoney(fact.amount, fact.currency);
      return fact.done
        ? m.billing_admin_says_refund({ amount })
        : m.billing_admin_says_refund_failed({ amount });
    }
    case 'dispute':
      return DISPUTES[fact.state]();
    case 'grant': {
      const words = { plan: tierName(fact.tier), reason: fact.reason };
      return fact.to === null
        ? m.billing_admin_says_gift(words)
        : m.billing_admin_says_gift_until({ ...words, date: day(fact.to) });
    }
    case 'withdrawal':
      return m.billing_admin_says_withdrawal();
    case 'override':
      return fact.tier === null
        ? m.billing_admin_says_order_lifted()
        : m.billing_admin_says_order({ plan: tierName(fact.tier) });
  }
}

/** Why somebody has their plan now, and until when it is sure. */
export function whyWords({ team, until, why }: Billed): string {
  const date = until === null ? null : lastDay(until);
  switch (why) {
    case 'paid':
      return date === null ? m.billing_admin_why_paid() : m.billing_admin_why_paid_until({ date });
    case 'trial':
      return m.billing_admin_why_trial({ date: date ?? '–' });
    case 'seat':
      return date === null
        ? m.teams_admin_why({ team: team ?? '–' })
        : m.teams_admin_why_until({ date, team: team ?? '–' });
    case 'grace':
      return m.billing_admin_why_grace({ date: date ?? '–' });
    case 'grant':
      return date === null ? m.billing_admin_why_gift() : m.billing_admin_why_gift_until({ date });
    case 'override':
      return m.billing_admin_why_order();
    case 'none':
      return m.billing_admin_why_none();
  }
}

function subscriptionWords(fact: SubscriptionFact, tierName: TierName): string {
  const { currency, endsAt, interval, periodEnd, quantity, scheduled, state, trialTo, unitAmount } = fact;
  const words = {
    plan: tierName(fact.tier),
    price: priceWords({ amount: unitAmount * quantity, currency, interval }),
  };
  if (state === 'stopped') return m.billing_admin_says_stopped(words);
  if (endsAt !== null) return m.billing_admin_says_ending({ ...words, date: day(endsAt) });
  if (state === 'overdue') return m.billing_admin_says_overdue(words);
  if (scheduled) {
    const { at, interval: next, tier, unitAmount: amount } = scheduled;
    const price = priceWords({ amount: amount * quantity, currency, interval: next });
    return m.billing_admin_says_changing({ ...words, next: tierName(tier), date: day(at), nextPrice: price });
  }
  if (state === 'trialing')
    return m.billing_admin_says_trialing({ ...words, date: day(trialTo ?? periodEnd) });
  return m.billing_admin_says_running({ ...words, date: day(periodEnd) });
}
