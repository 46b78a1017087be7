const FIRST_MS = 60_000;
const LONGEST_MS = 6 * 3600_000;

/** When something is tried again that failed so many times: after a minute, then twice as late each time, up to six hours. */
export function retryAt(now: Date, failures: number): Date {
  return new Date(now.getTime() + Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS));
}
