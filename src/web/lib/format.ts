import { formatNumber, language, perLanguage } from '#domain/language';
import { m } from './messages.ts';

const date = perLanguage((of) => new Intl.DateTimeFormat(of, { dateStyle: 'medium', timeZone: 'UTC' }));
const time = perLanguage((of) => new Intl.DateTimeFormat(of, { dateStyle: 'medium', timeStyle: 'short' }));

/** "20 Nov 2026" in the way of the reader's language; the same on server and browser. */
export function formatDate(iso: string): string {
  return date().format(new Date(iso));
}

/** Date and time of day where the reader is; only for pages that are drawn in the browser. */
export function formatTime(iso: string): string {
  return time().format(new Date(iso));
}

/** A whole number as it is read in the language: "1,200". */
export function formatCount(count: number): string {
  return formatNumber(language(), count);
}

/** A length in minutes as a person says it: "45 min", "2 h", "3 h 20 min". */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return m.ui_minutes({ minutes: rest });
  return rest === 0 ? m.ui_hours({ hours }) : m.ui_hours_minutes({ hours, minutes: rest });
}

/** A monthly price from its exact decimal: "$9.99"; nothing to pay is "$0". */
export function formatPrice(price: string): string {
  return Number(price) === 0 ? '$0' : `$${price}`;
}
