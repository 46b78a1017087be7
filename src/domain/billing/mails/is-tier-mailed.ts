import { entitlement, type Policy } from '../entitlement.ts';
import type { Fact, Seconds } from '../facts.ts';
import { isGift } from '../gift.ts';
import { newestFacts } from '../newest-facts.ts';

/** Whether a tier that changes now is in an email about its cause, so that another one would say it twice. */
export function isTierMailed(facts: readonly Fact[], now: Seconds, policy: Policy): boolean {
  const { tier, why } = entitlement(facts, now, policy);
  const newest = newestFacts(facts);
  if (why === 'grant')
    return newest.some((fact) => fact.kind === 'grant' && fact.tier === tier && isGift(fact));
  if (why === 'none') return newest.some(({ kind }) => kind === 'subscription');
  return why === 'paid' || why === 'trial' || why === 'grace';
}
