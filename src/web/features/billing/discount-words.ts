import { language } from '#domain/language';
import { formatMoney } from '#web/lib/money.ts';

interface Off {
  readonly percentOff: number | null;
  readonly amountOff: number | null;
}

/** "20%" or "€5.00": what a discount takes off. */
export function offWords({ amountOff, percentOff }: Off, currency: string): string {
  if (amountOff !== null) return formatMoney(amountOff, currency);
  const format = new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 2 });
  return format.format((percentOff ?? 0) / 100);
}
