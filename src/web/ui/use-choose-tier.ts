import type { Tier } from '#domain/tiers';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useKeepTier } from '#web/lib/session/use-keep-tier.ts';
import { toast } from '#web/lib/toast.ts';
import { useTierName } from './badges/tier-badge.tsx';

interface Words {
  readonly title: string;
  readonly description: string;
}

/**
 * Switches the own tier, shows it everywhere, and says what came of it: a seat or a payment may keep a higher one. Answers
 * whether it was taken.
 */
export function useChooseTier(words: {
  readonly done: (tier: Tier) => Words;
  readonly failed: () => Words;
}): (tier: Tier) => Promise<boolean> {
  const api = useApi();
  const keepTier = useKeepTier();
  const tierName = useTierName();
  return async (tier) => {
    try {
      const user = await api.accounts.changeTier({ tier });
      await keepTier(user);
      const held = user.subscriptionTier;
      const kept = { title: m.plans_kept({ plan: tierName(held) }), description: m.plans_kept_text() };
      toast(held === tier ? words.done(tier) : kept);
      return true;
    } catch (error) {
      toastFailure(error, failureCode(error) === 'PAYMENT_REQUIRED' ? {} : words.failed());
      return false;
    }
  };
}
