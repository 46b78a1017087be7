import { m } from './messages.ts';

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** "20 Nov 2026" in the way of the reader's language; the same on server and browser. */
export function formatDate(iso: string): string {
  return DATE.format(new Date(iso));
}

/** Date and time of day where the reader is; only for pages that are drawn in the browser. */
export function formatTime(iso: string): string {
  return TIME.format(new Date(iso));
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
