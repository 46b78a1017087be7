import type { Tier } from '#domain/tiers';

interface HeldTier {
  readonly subscription_tier: Tier;
  readonly tier_until: Date | null;
  readonly tier_after: Tier;
}

/** The tier of a moment: a paid one ends to the second, without any job. */
export function tierAt({ subscription_tier, tier_after, tier_until }: HeldTier, now: Date): Tier {
  return tier_until !== null && tier_until <= now ? tier_after : subscription_tier;
}
