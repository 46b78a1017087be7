import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Plan } from '#contract/administration/plans';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useAsked } from '#web/lib/saving/use-asked.ts';
import { useApi } from '#web/lib/session/session.ts';
import { type SiteInfo, siteInfo } from '#web/lib/site-info.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PlanCard } from './plan-card.tsx';
import classes from './plan-list.module.css';
import { plansQuery } from './queries.ts';
import { usePlansChanged } from './use-plans-changed.ts';

/** How members come by plans. */
function choiceWords({ plansGiven, sellsPlans, takesPayments }: SiteInfo): string {
  if (takesPayments) return m.plans_paid_choice();
  if (sellsPlans) return m.plans_transfer_choice();
  return plansGiven ? m.plans_given_choice() : m.plans_free_choice();
}

/** The subscription plans as cards, cheapest first (spec section 2). */
export function PlanList() {
  const api = useApi();
  const { data, error } = useQuery(plansQuery(api));
  const site = siteInfo(useQueryClient());
  const { asked: pendingDelete, ask: setPendingDelete, close } = useAsked<Plan>();
  return (
    <Page>
      <PageHeader
        title={m.plans_admin_title()}
        lead={m.plans_admin_lead()}
        actions={<LinkButton to="/admin/subscriptions/new">{m.plans_admin_create()}</LinkButton>}
      />
      <p className={classes.notice}>{choiceWords(site)}</p>
      {error && !data && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {data?.length === 0 && (
        <EmptyState title={m.plans_empty()} text={m.plans_admin_none()}>
          <LinkButton to="/admin/subscriptions/new">{m.plans_admin_create()}</LinkButton>
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ul className={classes.cards}>
          {data.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              isSold={site.takesPayments === true}
              onDelete={() => setPendingDelete(plan)}
            />
          ))}
        </ul>
      )}
      <DeletePlan plan={pendingDelete} onClose={close} />
    </Page>
  );
}

/** Asks, deletes, says so; Cancel clears the selection (spec section 4). */
function DeletePlan({ onClose, plan }: { plan: Plan | null; onClose: (plan: Plan | null) => void }) {
  const api = useApi();
  const plansChanged = usePlansChanged();
  const remove = async () => {
    if (!plan) return;
    try {
      await api.plans.remove({ id: plan.id });
      toast({ title: m.admin_success(), description: m.plans_admin_deleted() });
    } catch (error) {
      const code = failureCode(error);
      const gone = code === 'PLAN_NOT_FOUND';
      if (code === 'PLAN_IN_USE')
        toastFailure(error, {
          title: m.plans_admin_in_use(),
          description: m.plans_admin_in_use_text(),
        });
      else
        toastFailure(error, {
          title: gone ? m.plans_admin_missing() : m.plans_admin_remove_failed(),
          description: m.plans_admin_delete_failed(),
        });
    } finally {
      onClose(plan);
      await plansChanged();
    }
  };
  return (
    <ConfirmDialog
      open={plan !== null}
      onCancel={() => onClose(plan)}
      onConfirm={remove}
      text={m.plans_admin_delete_text()}
    />
  );
}
