import { parseConfig, type RateLimits } from '#server/config';

/** How much one caller may do. Handed in when the app is built; tests hand in others. */
export type Limits = RateLimits;

export const DEFAULT_LIMITS: Limits = parseConfig({}).limits;
/** For tests that are about something else. */
export const NO_LIMITS: Limits = {
  memberWritesPerMinute: Number.POSITIVE_INFINITY,
  visitorWritesPerMinute: Number.POSITIVE_INFINITY,
  keyPerMinute: Number.POSITIVE_INFINITY,
  procedureFactor: Number.POSITIVE_INFINITY,
  addressFactor: Number.POSITIVE_INFINITY,
};
