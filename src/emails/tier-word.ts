import { TIERS, type Tier } from '#domain/tiers';
import { m } from '../messages/messages.js';

/** What tiers are called by their plans (see `planNames`). */
export type TierNames = Readonly<Partial<Record<Tier, string>>>;

const WORDS: Readonly<Record<Tier, () => string>> = {
  free: m.ui_tier_free,
  basic: m.ui_tier_basic,
  premium: m.ui_tier_premium,
};

/** What members know a tier by: the name of its plan, else its word. What is no tier is left as it is. */
export function tierWord(tier: string, names: TierNames): string {
  const known = TIERS.find((each) => each === tier);
  return known ? (names[known] ?? WORDS[known]()) : tier;
}
