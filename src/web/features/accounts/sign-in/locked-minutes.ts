import { ApiError } from '#web/lib/api/api-error.ts';
import { retryMinutes } from '#web/lib/api/retry-minutes.ts';

/** How many minutes a lock still lasts that a failure tells of; null for every other failure. */
export function lockedMinutes(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'ACCOUNT_LOCKED') return null;
  return retryMinutes(error) ?? 1;
}
