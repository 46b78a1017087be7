import { perLanguage } from '#domain/language';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const words = perLanguage((of) => new Intl.RelativeTimeFormat(of, { numeric: 'auto' }));

/**
 * How far an instant is away, as a person says it: days by the calendar, hours and minutes never rounded up; only for
 * pages drawn in the browser.
 */
export function relativeTime(iso: string, now: number = Date.now()): string {
  const at = Date.parse(iso);
  const distance = at - now;
  if (Math.abs(distance) >= DAY_MS) return words().format(dayOf(at) - dayOf(now), 'day');
  if (Math.abs(distance) >= HOUR_MS) return words().format(Math.trunc(distance / HOUR_MS), 'hour');
  return words().format(Math.trunc(distance / 60_000), 'minute');
}

/** The day of the calendar where the reader is, counted. */
function dayOf(instant: number): number {
  const date = new Date(instant);
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS);
}
