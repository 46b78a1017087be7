import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { User } from '#contract/accounts/accounts';
import type { Billed } from '#contract/billing';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { TierBadge } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import { InvoiceList } from './invoice-list.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { PortalButton } from './portal-button.tsx';
import { billedQuery } from './queries.ts';
import { StateWords } from './state-words.tsx';
import classes from './subscription-tab.module.css';
import { useKeepBilled } from './use-keep-billed.ts';
import { comesBack } from './way-back.ts';

/** The own subscription: its state in words, what can be changed, and the invoices. */
export function SubscriptionTab({ user }: { user: User }) {
  const api = useApi();
  const keepBilled = useKeepBilled();
  const { data: billed, error } = useQuery(billedQuery(api));
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when one comes back; what it uses stays the same.
  useEffect(() => {
    // A card or an end that was changed there is shown before any webhook. Without an answer the books are shown as they are.
    if (comesBack()) api.billing.refresh().then(keepBilled, () => undefined);
  }, []);
  if (error && !billed) return <ErrorState error={error} heading="h2" />;
  if (!billed) return <LoadingState inline />;
  return (
    <>
      <section className={classes.state} data-alarm={billed.state === 'overdue' || undefined}>
        <p className={classes.current}>
          {m.profile_current_plan()} <TierBadge tier={user.subscriptionTier} />
        </p>
        <StateWords billed={billed} />
        {billed.subscription && (
          <div className={classes.actions}>
            {billed.state === 'ending' && <KeepButton />}
            <PortalButton strong={billed.state === 'overdue'} />
          </div>
        )}
      </section>
      <PlanChoice user={user} billed={billed} />
      <p>
        <TextLink to="/pricing">{m.profile_compare()}</TextLink>
      </p>
      <InvoiceList invoices={billed.invoices} />
    </>
  );
}

function KeepButton() {
  const api = useApi();
  const keepBilled = useKeepBilled();
  const { busy, run } = useHeld(async () => {
    try {
      const billed: Billed = await api.billing.keep();
      toast({ title: m.billing_kept(), description: m.billing_kept_text() });
      await keepBilled(billed);
    } catch (error) {
      toastFailure(error);
    }
  });
  return (
    <Button busy={busy} onClick={run}>
      {m.billing_keep()}
    </Button>
  );
}
