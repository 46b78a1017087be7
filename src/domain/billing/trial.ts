import type { Fact, Seconds } from './facts.ts';

export const MAX_TRIAL_DAYS = 365;
/** A payment page is open for a day; how it went is known a little later. */
export const OFFER_SECONDS: Seconds = 25 * 3600;

/** What is known of a mailbox that was offered a trial. */
export interface KnownTrial {
  readonly accountId: string;
  readonly offeredAt: Seconds;
  /** Null: offered, but not started. */
  readonly startedAt: Seconds | null;
}

/** Whether an account had its trial, of whatever plan. */
export function hasTried(facts: readonly Fact[]): boolean {
  return facts.some((fact) => fact.kind === 'subscription' && fact.trialFrom !== null);
}

/** Whether a mailbox may still be offered a trial: one per mailbox, and one open offer at a time. */
export function isTrialFree(known: KnownTrial | undefined, accountId: string | null, now: Seconds): boolean {
  if (!known) return true;
  if (known.startedAt !== null) return false;
  return known.accountId === accountId || known.offeredAt + OFFER_SECONDS <= now;
}
