import type { UserRow } from '#contract/administration/users';
import { TIERS, type Tier } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import classes from './user-list.module.css';

interface TierSelectProps {
  user: UserRow;
  busy: boolean;
  onTier: (id: string, tier: Tier) => void;
}

/** The tier of an account; choosing another one sets it. */
export function TierSelect({ busy, onTier, user }: TierSelectProps) {
  const tierName = useTierName();
  return (
    <select
      className={classes.tier}
      data-tier={user.subscriptionTier}
      aria-label={m.users_tier_of({ name: user.name })}
      value={user.subscriptionTier}
      aria-disabled={busy}
      onChange={(event) => {
        const tier = TIERS.find((one) => one === event.target.value);
        if (tier && !busy) onTier(user.id, tier);
      }}
    >
      {TIERS.map((tier) => (
        <option key={tier} value={tier}>
          {tierName(tier)}
        </option>
      ))}
    </select>
  );
}
