import { ALLOWED, type Decision } from './decision.ts';

/** May one way of signing in be taken away? Never the last one that is left. */
export function canUnlinkSignIn(otherWays: number): Decision {
  return otherWays > 0 ? ALLOWED : { allowed: false, reason: 'last-sign-in' };
}
