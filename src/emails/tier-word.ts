import { TIERS, type Tier } from '#domain/tiers';
import { m } from '../messages/messages.js';

const WORDS: Readonly<Record<Tier, () => string>> = {
  free: m.ui_tier_free,
  basic: m.ui_tier_basic,
  premium: m.ui_tier_premium,
};

/** What a tier is called; what is no tier is left as it is. */
export function tierWord(tier: string): string {
  const known = TIERS.find((each) => each === tier);
  return known ? WORDS[known]() : tier;
}
