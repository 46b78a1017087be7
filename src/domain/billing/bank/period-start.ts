import { TIERS, type Tier } from '../../tiers.ts';
import type { Fact, Seconds } from '../facts.ts';
import { stretchesOf } from '../stretches.ts';

/**
 * When a tier that is paid now begins: at once, or where what is paid already ends, as long as that is no lower tier. Nobody
 * pays twice for one day.
 */
export function periodStart(facts: readonly Fact[], tier: Tier, now: Seconds): Seconds {
  const paid = stretchesOf(facts, () => 0)
    .filter((one) => one.why === 'paid' && TIERS.indexOf(one.tier) >= TIERS.indexOf(tier))
    .sort((a, b) => a.from - b.from);
  let start = now;
  for (const { from, to } of paid) if (to !== null && from <= start && to > start) start = to;
  return start;
}
