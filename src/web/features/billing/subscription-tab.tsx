import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { User } from '#contract/accounts/accounts';
import type { Billed } from '#contract/billing';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { TierBadge } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { BankTransfer } from './bank/bank-transfer.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { InvoiceList } from './invoices/invoice-list.tsx';
import { KeepButton } from './keep-button.tsx';
import { OwnRights } from './legal/own-rights.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { PortalButton } from './portal-button.tsx';
import { useBilled } from './queries.ts';
import { StateWords } from './state-words.tsx';
import classes from './subscription-tab.module.css';
import { Memberships } from './team/memberships.tsx';
import { useKeepBilled } from './use-keep-billed.ts';
import { comesBack, PROFILE } from './way-back.ts';

/** The own subscription: its state in words, what can be changed, and the invoices. */
export function SubscriptionTab({ user }: { user: User }) {
  const api = useApi();
  const keepBilled = useKeepBilled();
  const { takesPayments } = siteInfo(useQueryClient());
  const { data: billed, error } = useBilled();
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
            {billed.subscription.endsAt !== null && <KeepButton label={m.billing_keep()} />}
            {billed.subscription.scheduled && <KeepButton label={m.billing_keep_current()} />}
            <PortalButton strong={billed.state === 'overdue'} />
            {billed.subscription.endsAt === null && <CancelButton billed={billed} />}
          </div>
        )}
      </section>
      <OwnRights />
      {takesPayments && <PlanChoice user={user} billed={billed} />}
      <p>
        <TextLink to="/pricing">{m.profile_compare()}</TextLink>
      </p>
      <BankTransfer isSubscribed={billed.subscription !== null} />
      {takesPayments && <Memberships />}
      <InvoiceList invoices={billed.invoices} from={PROFILE} open={(id) => api.billing.invoice({ id })} />
    </>
  );
}

/** As near as every way to pay more. */
function CancelButton({ billed }: { billed: Billed }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {m.billing_cancel_plan()}
      </Button>
      <CancelDialog open={isAsking} billed={billed} onClose={() => setAsking(false)} />
    </>
  );
}
