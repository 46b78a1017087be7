/** An amount as a decimal number, as spreadsheets and accountants read it: 1999 of "eur" is 19.99, of "jpy" 1999. */
export function decimalAmount(amount: number, currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return Number((amount / 10 ** digits).toFixed(digits));
}
