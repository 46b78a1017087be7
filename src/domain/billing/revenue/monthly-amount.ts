import type { Interval, PaidFact } from '../facts.ts';

/** What a price was sold at; it never changes. `unitAmount` in the smallest unit of the currency. */
export interface SoldPrice {
  readonly interval: Interval;
  readonly unitAmount: number;
}
/** By the provider's name of the price. */
export type SoldPrices = ReadonlyMap<string, SoldPrice>;

const MONTH_SECONDS = (365.25 / 12) * 86_400;

/** What the line would cost without discount. */
export const listAmount = ({ amount, list }: PaidFact): number => list ?? amount;

/** Whether a line pays for a whole period: after a change in the middle of one, only the rest of it is charged. */
export function isWholePeriod(line: PaidFact, prices: SoldPrices): boolean {
  const price = soldAt(line, prices);
  return price === undefined || listAmount(line) === price.unitAmount * line.seats;
}

/**
 * What a line brings in per month, net of tax and discount, in whole smallest units. Each line is rounded for itself, so
 * that sums over members, plans and months agree to the cent. `whole` is the last line of the subscription that paid for a
 * whole period: a part of a period is too small to tell the shares of tax and discount from.
 */
export function monthlyAmount(line: PaidFact, whole: PaidFact, prices: SoldPrices): number {
  const price = soldAt(line, prices);
  if (!price) return Math.round(netAmount(line) / monthsOf(line));
  const share = netAmount(whole) / listAmount(whole);
  return Math.round((price.unitAmount * line.seats * share) / (price.interval === 'year' ? 12 : 1));
}

function soldAt({ price }: PaidFact, prices: SoldPrices): SoldPrice | undefined {
  return price === undefined ? undefined : prices.get(price);
}

const netAmount = ({ amount, tax = 0 }: PaidFact): number => amount - tax;

function monthsOf({ from, to }: PaidFact): number {
  return Math.max(1, Math.round((to - from) / MONTH_SECONDS));
}
