import { formatDate } from '#web/lib/format.ts';

/** The last day of what ends at this moment: the day before where it ends as a day begins. */
export function lastDay(end: string): string {
  return formatDate(new Date(Date.parse(end) - 1).toISOString());
}
