const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long after each failure a backup is tried again; after the last one it is given up until the next. */
const RETRY_AFTER_MS = [5, 15, 60].map((minutes) => minutes * MINUTE_MS);

/** When the last backup should have started that is made every day at this time ("03:00", in UTC). */
export function lastBackupTime(at: string, now: Date): Date {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS + (hours * 60 + minutes) * MINUTE_MS;
  return new Date(today <= now.getTime() ? today : today - DAY_MS);
}

export function nextBackupTime(at: string, now: Date): Date {
  return new Date(lastBackupTime(at, now).getTime() + DAY_MS);
}

/** When a backup that failed this often is tried again; null: not at all. */
export function retryBackupAt(failures: number, now: Date): Date | null {
  const wait = RETRY_AFTER_MS[failures - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}

/** Whether a backup that was to be tried then is tried now. No attempt waits for hours: such a time is from a clock that was ahead. */
export function isBackupDue(attemptAt: Date, now: Date): boolean {
  const ahead = attemptAt.getTime() - now.getTime();
  return ahead <= 0 || ahead > 2 * Math.max(...RETRY_AFTER_MS);
}
