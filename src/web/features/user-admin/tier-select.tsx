import { useState } from 'react';
import type { UserRow } from '#contract/administration/users';
import { TIERS, type Tier } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { usePassed } from '#web/ui/fields/use-passed.ts';
import classes from './user-list.module.css';

interface TierSelectProps {
  user: UserRow;
  /** Ends when it is set, or was refused. Those of one account end in the order in which they were chosen. */
  onTier: (id: string, tier: Tier) => Promise<void>;
}

/** The tier of an account; choosing another one sets it, at the latest after what is being saved. */
export function TierSelect({ onTier, user }: TierSelectProps) {
  const tierName = useTierName();
  const [unsaved, setUnsaved] = useState<readonly Tier[]>([]);
  const shown = unsaved.at(-1) ?? user.subscriptionTier;
  const passed = usePassed(shown, async (chosen) => {
    const tier = TIERS.find((one) => one === chosen);
    if (!tier) return;
    setUnsaved((before) => [...before, tier]);
    await onTier(user.id, tier);
    setUnsaved(([, ...after]) => after);
  });
  return (
    <select
      className={classes.tier}
      data-tier={shown}
      aria-label={m.users_tier_of({ name: user.name })}
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
