import { language } from '../language.ts';

/** An amount in the smallest unit of its currency, as the reader's language writes it. */
export function formatMoney(amount: number, currency: string): string {
  // Nothing is "€0", an amount is "€20.00".
  const trailingZeroDisplay = amount === 0 ? 'stripIfInteger' : 'auto';
  const format = new Intl.NumberFormat(language(), { style: 'currency', currency, trailingZeroDisplay });
  return format.format(amount / 10 ** digitsOf(currency));
}

/** How many digits the smallest unit of a currency stands for: 2 for the cent, 0 for the yen. */
export function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
