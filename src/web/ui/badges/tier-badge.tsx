import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Tier } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import classes from './tier-badge.module.css';

const WORDS: Record<Tier, () => string> = {
  free: m.ui_tier_free,
  basic: m.ui_tier_basic,
  premium: m.ui_tier_premium,
};

/** The word of a tier itself, for those who arrange plans. */
export function tierWord(tier: Tier): string {
  return WORDS[tier]();
}

/** What people know a tier by: the name of its plan (see `planNames`), else its word. */
export function useTierName(): (tier: Tier) => string {
  const { tierNames } = siteInfo(useQueryClient());
  return (tier) => tierNames[tier] ?? tierWord(tier);
}

/** A tier, always with its name or `children`: Free quiet, Basic tinted, Premium filled with a star. */
export function TierBadge({ children, tier }: { tier: Tier; children?: ReactNode }) {
  const nameOf = useTierName();
  return (
    <span className={classes.badge} data-tier={tier}>
      {tier === 'premium' && (
        <svg width="10" height="10" viewBox="0 0 10 10" fill="currentColor" aria-hidden="true">
          <path d="M5 .4l1.4 3 3.2.4-2.4 2.2.7 3.3L5 7.7 2.1 9.3l.7-3.3L.4 3.8l3.2-.4z" />
        </svg>
      )}
      {children ?? nameOf(tier)}
    </span>
  );
}
