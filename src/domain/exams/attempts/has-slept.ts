/** Two clocks of one device, in ms: what its calendar says, and how long the page has been running. */
export interface Clocks {
  readonly calendar: number;
  readonly running: number;
}

/** What clocks that are set right now and then may differ. */
const MAX_DRIFT_MS = 3000;

/**
 * Whether the two clocks went apart since: in some browsers the second one stands still while the device sleeps. A calendar
 * that somebody changed looks the same; so it is a reason to ask the server, never an answer.
 */
export function hasSlept(before: Clocks, now: Clocks): boolean {
  const drift = now.calendar - before.calendar - (now.running - before.running);
  return Math.abs(drift) > MAX_DRIFT_MS;
}
