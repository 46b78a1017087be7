/** The subscription tiers, lowest first. The only place that knows their order (spec section 9). */
export const TIERS = ['free', 'basic', 'premium'] as const;
export type Tier = (typeof TIERS)[number];

/** The tiers that a holder of `tier` may see: its own and every lower one. */
export function tiersUpTo(tier: Tier): readonly Tier[] {
  return TIERS.slice(0, TIERS.indexOf(tier) + 1);
}

/** Whether a holder of `held` may see what asks for `needed`. */
export function tierReaches(held: Tier, needed: Tier): boolean {
  return TIERS.indexOf(held) >= TIERS.indexOf(needed);
}

/** The tiers whose holders may see what asks for `needed`: it and every higher one. */
export function tiersFrom(needed: Tier): readonly Tier[] {
  return TIERS.slice(TIERS.indexOf(needed));
}
