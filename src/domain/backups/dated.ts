const DAY_MS = 24 * 60 * 60_000;

/** Whether a backup is from the time it says. One dated more than a day ahead was made while a clock was wrong: nobody knows when. */
export function isDated(at: Date, now: Date): boolean {
  return at.getTime() - now.getTime() <= DAY_MS;
}
