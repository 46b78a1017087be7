/** A page that waits for long asks now and then all the same: an author may have moved the moment. */
const MAX_MS = 3_600_000;
const MIN_MS = 1000;

/**
 * How long until the first of these moments, in ms from when `asOf` was said; both by the server's clock, so the clock of
 * the device may be wrong. False when nothing is waited for.
 */
export function untilMoment(moments: readonly (string | null)[], asOf: string): number | false {
  const times = moments.flatMap((moment) => (moment === null ? [] : [Date.parse(moment)]));
  if (times.length === 0) return false;
  return Math.min(MAX_MS, Math.max(MIN_MS, Math.min(...times) - Date.parse(asOf)));
}
