import { ALLOWED, type Decision } from './decision.ts';

/** How long a proof of identity counts, in minutes. */
const FRESH_MINUTES = 10;

/** Has the person at this session proved lately to be its owner? Asked before what a stolen session must not do. */
export function hasFreshProof(provedAt: Date, now: Date): Decision {
  const age = now.getTime() - provedAt.getTime();
  return age <= FRESH_MINUTES * 60_000 ? ALLOWED : { allowed: false, reason: 'proof-required' };
}
