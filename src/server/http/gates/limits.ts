/** How much one caller may do. Handed in when the app is built; tests hand in others. */
export interface Limits {
  /** Requests that change something, over all procedures, per minute and account; of visitors per minute and address. */
  readonly unsafePerMinute: number;
  /** Requests with one API key per minute, whatever they do. */
  readonly keyPerMinute: number;
  /** Multiplies what the procedures declare as limitPerMinute. */
  readonly procedureFactor: number;
}

export const DEFAULT_LIMITS: Limits = { unsafePerMinute: 600, keyPerMinute: 600, procedureFactor: 1 };
/** For tests that are about something else. */
export const NO_LIMITS: Limits = {
  unsafePerMinute: Number.POSITIVE_INFINITY,
  keyPerMinute: Number.POSITIVE_INFINITY,
  procedureFactor: Number.POSITIVE_INFINITY,
};
