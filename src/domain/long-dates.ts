import { perLanguage } from './language.ts';

const day = perLanguage((of) => new Intl.DateTimeFormat(of, { dateStyle: 'long', timeZone: 'UTC' }));
const time = perLanguage(
  (of) =>
    new Intl.DateTimeFormat(of, {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
      timeZoneName: 'short',
    }),
);

/** A day in UTC as emails and documents name it in the language: "November 20, 2026". */
export function longDate(at: Date): string {
  return day().format(at);
}

/** The time of that day besides, with its zone: "November 20, 2026 at 9:00 AM UTC". */
export function longTime(at: Date): string {
  return time().format(at);
}
