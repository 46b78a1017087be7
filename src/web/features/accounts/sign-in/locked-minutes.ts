import { ApiError } from '#web/lib/api/api-error.ts';

/** How many minutes a lock still lasts that a failure tells of; null for every other failure. */
export function lockedMinutes(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'ACCOUNT_LOCKED') return null;
  const { retryAfter = 60 } = (error.data ?? {}) as { retryAfter?: number };
  return Math.max(1, Math.ceil(retryAfter / 60));
}
