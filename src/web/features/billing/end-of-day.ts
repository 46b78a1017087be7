import { m } from '#web/lib/messages.ts';

/** The last second (UTC) of a day as a date field gives it; null: there is no such day, or its year has five digits. */
export function endOfDay(day: string): Date | null {
  const end = new Date(`${day}T23:59:59Z`);
  return Number.isNaN(end.getTime()) ? null : end;
}

/** What is wrong with the last day of something that is to last; null: there is no such day, undefined: none was typed. */
export function dayFault(end: Date | null | undefined, now: Date): string | undefined {
  if (end === null) return m.billing_admin_date_wrong();
  return end && end <= now ? m.billing_admin_day_passed() : undefined;
}
