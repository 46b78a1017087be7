import type { EditPlan } from '#contract/administration/plans';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useVersionedForm } from '#web/lib/saving/use-versioned-form.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { ConflictDialog } from '#web/ui/dialogs/conflict-dialog.tsx';
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { comparePlans } from './compare-plans.ts';
import { PlanForm } from './plan-form.tsx';
import { type PlanValues, planResolver, toPlanValues } from './plan-values.ts';
import { usePlansChanged } from './use-plans-changed.ts';

/** 'Edit Subscription Plan', prefilled. A save is based on the version that the form began with, and stays here. */
export function EditPlanPage({ plan }: { plan: EditPlan }) {
  const api = useApi();
  const plansChanged = usePlansChanged();
  const editing = useVersionedForm<EditPlan, PlanValues>({
    first: plan,
    resolver: planResolver,
    valuesOf: toPlanValues,
    send: (values, version) => api.plans.update({ ...values, id: plan.id, version }),
    onSaved: (_saved, isMerged) => {
      toast({ title: m.admin_success(), description: m.plans_admin_updated() });
      if (isMerged) toast({ title: m.admin_merged(), description: m.admin_merged_text() });
      void plansChanged();
    },
    onFailed: (error) => {
      const code = failureCode(error);
      toastFailure(error, {
        title: code === 'PLAN_NOT_FOUND' ? m.plans_admin_missing() : m.plans_admin_update_failed(),
        description: code === 'PLAN_SOLD' ? m.plans_admin_sold() : m.plans_admin_save_failed(),
      });
    },
  });
  const { form, save, stored } = editing;
  return (
    <Page>
      <Breadcrumbs
        crumbs={[{ label: m.plans_admin_title(), to: '/admin/subscriptions' }, { label: stored.name }]}
      />
      <PageHeader title={m.plans_admin_edit()} lead={stored.name} />
      <PlanForm form={form} onSave={save} settled={editing.settled} />
      <ConflictDialog title={m.plans_admin_conflict()} saving={editing} compare={comparePlans} />
    </Page>
  );
}
