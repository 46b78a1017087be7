import { TIERS, type Tier } from '#domain/tiers';

/** What tiers are called: by the name of their plan, where exactly one plan has them. Others keep their own word. */
export function planNames(
  plans: readonly { readonly name: string; readonly tier: Tier }[],
): Partial<Record<Tier, string>> {
  return Object.fromEntries(
    TIERS.flatMap((tier) => {
      const [only, ...others] = plans.filter((plan) => plan.tier === tier);
      return only && others.length === 0 ? [[tier, only.name]] : [];
    }),
  );
}
