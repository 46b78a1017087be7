import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Plan } from '#contract/administration/plans';
import { ownPath } from '#domain/accounts/own-path';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useKeepTier } from '#web/lib/session/use-keep-tier.ts';
import { toast } from '#web/lib/toast.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';

interface ChoosePlanProps {
  plan: Plan;
  /** The page that the plan is wanted for; one is led back there. */
  from: string | undefined;
}

/** Switches the own tier to that of the plan (spec section 4); the answer is the new truth everywhere. */
export function ChoosePlan({ from, plan: { name, tier } }: ChoosePlanProps) {
  const api = useApi();
  const keepTier = useKeepTier();
  const router = useRouter();
  const tierName = useTierName();
  const [busy, setBusy] = useState(false);
  const choose = async () => {
    setBusy(true);
    try {
      const user = await api.accounts.changeTier({ tier });
      await keepTier(user);
      if (user.subscriptionTier === tier)
        toast({ title: m.plans_updated(), description: m.plans_updated_text({ tier }) });
      else
        toast({
          title: m.plans_kept({ plan: tierName(user.subscriptionTier) }),
          description: m.plans_kept_text(),
        });
      if (from) await router.navigate({ href: ownPath(from) });
    } catch (error) {
      const words = { title: m.plans_update_failed(), description: m.plans_update_failed_text() };
      toastFailure(error, failureCode(error) === 'PAYMENT_REQUIRED' ? {} : words);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button wide variant={tier === 'premium' ? 'primary' : 'secondary'} busy={busy} onClick={choose}>
      {m.plans_choose_named({ plan: name })}
    </Button>
  );
}
