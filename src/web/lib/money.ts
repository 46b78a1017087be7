import type { Interval } from '#domain/billing/facts';
import { formatMoney } from '#domain/billing/money';
import { m } from '#web/lib/messages.ts';

export { digitsOf, formatMoney } from '#domain/billing/money';

/** "$19.99 per month". */
export function priceWords(price: { amount: number; currency: string; interval: Interval }): string {
  const words = { month: m.billing_price_month, year: m.billing_price_year }[price.interval];
  return words({ price: formatMoney(price.amount, price.currency) });
}
