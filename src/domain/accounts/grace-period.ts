/** How long somebody who asked to have the own account deleted can change their mind, in days. */
export const GRACE_DAYS = 14;

/** The instant at which an account is erased whose owner asks for it now. */
export function erasureTime(now: Date): Date {
  return new Date(now.getTime() + GRACE_DAYS * 24 * 3_600_000);
}

/** When somebody asked for the account to be deleted that is to be erased at this instant. */
export function graceStart(erasureAt: Date): Date {
  return new Date(erasureAt.getTime() - GRACE_DAYS * 24 * 3_600_000);
}
