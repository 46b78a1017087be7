import type { Billed } from '#contract/billing';
import type { Tier } from '#domain/tiers';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { formatMoney, priceWords } from '#web/lib/money.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { lastDay } from './bank/last-day.ts';
import { offWords } from './discount-words.ts';
import { hasPassed } from './has-passed.ts';

/** The state of a subscription as a sentence; a failed payment is an alert. */
export function StateWords({ billed }: { billed: Billed }) {
  const tierName = useTierName();
  const scheduled = billed.subscription?.scheduled;
  return (
    <>
      <p role={billed.state === 'overdue' ? 'alert' : undefined}>{sentenceOf(billed, tierName)}</p>
      {(billed.subscription?.discounts ?? []).map((discount) => (
        <p key={discount.code}>{discountWords(discount, billed.subscription?.currency ?? '')}</p>
      ))}
      {billed.subscription?.nextCharge && <p>{chargeWords(billed.subscription)}</p>}
      {scheduled && <p>{scheduledWords(scheduled, billed.subscription?.currency ?? '', tierName)}</p>}
    </>
  );
}

type Subscription = NonNullable<Billed['subscription']>;

function discountWords(discount: Subscription['discounts'][number], currency: string): string {
  const { code, duration, endsAt } = discount;
  const words = { code, off: offWords(discount, currency) };
  if (duration === 'once') return m.billing_discount_once(words);
  return endsAt
    ? m.billing_discount_until({ ...words, date: formatDate(endsAt) })
    : m.billing_discount_forever(words);
}

/** The amount to the cent, as the provider will charge it. */
function chargeWords({ currency, nextCharge }: Subscription): string {
  const money = (value = 0) => formatMoney(value, currency);
  const words = { amount: money(nextCharge?.amount), tax: money(nextCharge?.tax) };
  return nextCharge?.tax ? m.billing_charge_with_tax(words) : m.billing_charge(words);
}

type Scheduled = NonNullable<NonNullable<Billed['subscription']>['scheduled']>;

function scheduledWords(
  { amount, at, interval, tier }: Scheduled,
  currency: string,
  tierName: (tier: Tier) => string,
): string {
  const words = { plan: tierName(tier), date: formatDate(at), price: formatMoney(amount, currency) };
  return interval === 'year' ? m.billing_scheduled_year(words) : m.billing_scheduled_month(words);
}

function endingWords(
  { state, tier }: Billed,
  { accessEnds: { at, ifPaid }, tier: bought }: Subscription,
  tierName: (tier: Tier) => string,
): string {
  const date = formatDate(at);
  const isOver = state === 'stopped';
  if (!ifPaid)
    return isOver ? m.billing_state_stopped() : m.billing_state_ending({ date, tier: tierName(tier) });
  const words = { date, end: formatDate(ifPaid), tier: tierName(bought) };
  return isOver ? m.billing_state_ended_unpaid(words) : m.billing_state_ending_unpaid(words);
}

/** By when the card must be updated to keep what was bought, or to get it back. */
export function overdueWords(
  { payBy, tier }: Pick<Subscription, 'payBy' | 'tier'>,
  tierName: (tier: Tier) => string,
): string {
  const words = { date: payBy ? formatDate(payBy) : '–', tier: tierName(tier) };
  return payBy && hasPassed(payBy) ? m.billing_state_overdue_ended(words) : m.billing_state_overdue(words);
}

function sentenceOf(billed: Billed, tierName: (tier: Tier) => string): string {
  const { state, subscription, team, until, why } = billed;
  const tier = tierName(billed.tier);
  const date = (iso: string | null | undefined) => (iso ? formatDate(iso) : '–');
  if (why === 'grant' || why === 'override')
    return until ? m.billing_state_gift_until({ date: date(until) }) : m.billing_state_gift();
  if (!subscription && why === 'seat') return m.teams_from({ team: team ?? '–', tier });
  if (!subscription && why === 'paid') return m.bank_paid_until({ tier, date: until ? lastDay(until) : '–' });
  if (!subscription) return state === 'stopped' ? m.billing_state_stopped() : m.billing_state_none();
  const price = priceWords(subscription);
  const isNext = state === 'running' && subscription.tier !== billed.tier;
  if (isNext)
    return m.billing_state_changing({
      date: date(subscription.nextChargeAt),
      next: tierName(subscription.tier),
      price,
      tier,
    });
  if (state === 'trialing') return m.billing_state_trialing({ date: date(subscription.trialEndsAt), price });
  if (state === 'overdue') return overdueWords(subscription, tierName);
  if (subscription.endsAt !== null) return endingWords(billed, subscription, tierName);
  if (subscription.scheduled)
    return m.billing_state_paid_until({ date: date(subscription.scheduled.at), price });
  return m.billing_state_running({ date: date(subscription.nextChargeAt), price });
}
