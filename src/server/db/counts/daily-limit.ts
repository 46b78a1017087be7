import { Failure } from '#server/failure';

const DAY_MS = 86_400_000;

export const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS);

/**
 * Refuses what was done as often as a day allows: `since` is the time of the first one that still counts; undefined: there
 * were fewer. Fails with DAILY_LIMIT, which says when the next one is possible.
 */
export function refuseOverLimit(since: Date | undefined, now: Date): void {
  if (since === undefined) return;
  const seconds = Math.ceil((since.getTime() + DAY_MS - now.getTime()) / 1000);
  throw new Failure('DAILY_LIMIT', { data: { retryAfter: Math.max(1, seconds) } });
}
