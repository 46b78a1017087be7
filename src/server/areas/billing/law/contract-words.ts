import type { SubscriptionFact } from '#domain/billing/facts';
import { formatMoney } from '#domain/billing/money';
import { longDate } from '#domain/long-dates';
import type { SiteSettings } from '#server/site-settings';
import { m } from '../../../../messages/messages.js';
import { dateOf } from '../ledger/seconds.ts';

/** Which contract a subscription is: its plan, price and the day it was ordered. */
export function contractWords(sub: SubscriptionFact, { tierNames }: Pick<SiteSettings, 'tierNames'>): string {
  const price = formatMoney(sub.unitAmount * sub.quantity, sub.currency);
  return m.legal_own_contract({
    plan: tierNames[sub.tier] ?? sub.tier,
    price: sub.interval === 'year' ? m.billing_price_year({ price }) : m.billing_price_month({ price }),
    date: longDate(dateOf(sub.startedAt)),
  });
}
