import { digitsOf } from './money.ts';

/** An amount as a decimal number, as spreadsheets and accountants read it: 1999 of "eur" is 19.99, of "jpy" 1999. */
export function decimalAmount(amount: number, currency: string): number {
  const digits = digitsOf(currency);
  return Number((amount / 10 ** digits).toFixed(digits));
}
