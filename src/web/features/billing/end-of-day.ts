/** The last second (UTC) of a day as a date field gives it; null: there is no such day, or its year has five digits. */
export function endOfDay(day: string): Date | null {
  const end = new Date(`${day}T23:59:59Z`);
  return Number.isNaN(end.getTime()) ? null : end;
}
