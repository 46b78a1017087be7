/** What the time field of the browser takes: the time on the clock of the person, without a zone; '' for none. */
export function toLocal(iso: string | null): string {
  const time = new Date(iso ?? Number.NaN);
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What it gives, as an instant; null while it is empty or half typed. */
export function fromLocal(local: string): string | null {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** The full hour that comes next but at most an hour from now, for a time that somebody is about to choose. */
export function inAnHour(): string {
  const time = new Date(Date.now() + 3_600_000);
  time.setMinutes(0, 0, 0);
  return time.toISOString();
}
