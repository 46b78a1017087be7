import type { UserRow } from '#contract/administration/users';
import { TIERS, type Tier } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { usePassed } from '#web/ui/fields/use-passed.ts';
import classes from './user-list.module.css';

interface TierSelectProps {
  user: UserRow;
  busy: boolean;
  onTier: (id: string, tier: Tier) => void;
}

/** The tier of an account; choosing another one sets it. */
export function TierSelect({ busy, onTier, user }: TierSelectProps) {
  const tierName = useTierName();
  const passed = usePassed(user.subscriptionTier, (chosen) => {
    const tier = TIERS.find((one) => one === chosen);
    if (tier && !busy) onTier(user.id, tier);
  });
  return (
    <select
      className={classes.tier}
      data-tier={user.subscriptionTier}
      aria-label={m.users_tier_of({ name: user.name })}
      aria-disabled={busy}
      {...passed}
    >
      {TIERS.map((tier) => (
        <option key={tier} value={tier}>
          {tierName(tier)}
        </option>
      ))}
    </select>
  );
}
