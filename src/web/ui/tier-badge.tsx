import type { Tier } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import classes from './tier-badge.module.css';

const WORDS: Record<Tier, () => string> = {
  free: m.ui_tier_free,
  basic: m.ui_tier_basic,
  premium: m.ui_tier_premium,
};

export function tierWord(tier: Tier): string {
  return WORDS[tier]();
}

/** A tier, always with its word: Free quiet, Basic tinted, Premium filled with a star. */
export function TierBadge({ tier }: { tier: Tier }) {
  return (
    <span className={classes.badge} data-tier={tier}>
      {tier === 'premium' && (
        <svg width="10" height="10" viewBox="0 0 10 10" fill="currentColor" aria-hidden="true">
          <path d="M5 .4l1.4 3 3.2.4-2.4 2.2.7 3.3L5 7.7 2.1 9.3l.7-3.3L.4 3.8l3.2-.4z" />
        </svg>
      )}
      {tierWord(tier)}
    </span>
  );
}
