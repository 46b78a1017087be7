import { perLanguage } from '#domain/language';

const long = perLanguage(
  (of) => new Intl.DateTimeFormat(of, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
const short = perLanguage((of) => new Intl.DateTimeFormat(of, { month: 'short', timeZone: 'UTC' }));

const dateOf = (month: string) => new Date(`${month}-01T00:00:00Z`);

/** "November 2026" for "2026-11", as the reader's language writes it. */
export function monthName(month: string): string {
  return long().format(dateOf(month));
}

/** "Nov" for "2026-11". */
export function shortMonthName(month: string): string {
  return short().format(dateOf(month));
}
