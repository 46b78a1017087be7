import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { EditPlan } from '#contract/plans';
import { ApiError, failureCode } from '#web/lib/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { useNoteVisit } from '#web/lib/still-here.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PlanConflict } from './plan-conflict.tsx';
import { PlanForm } from './plan-form.tsx';
import { type PlanValues, toPlanValues } from './plan-values.ts';
import { usePlansChanged } from './use-plans-changed.ts';

/** 'Edit Subscription Plan', prefilled. A save is based on the version that the form began with. */
export function EditPlanPage({ plan }: { plan: EditPlan }) {
  const api = useApi();
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const plansChanged = usePlansChanged();
  // A new `round` makes the form anew.
  const [base, setBase] = useState({ plan, round: 0 });
  const [conflict, setConflict] = useState<{ mine: PlanValues; current: EditPlan } | null>(null);
  const save = async (values: PlanValues, version = base.plan.version) => {
    const stillHere = noteVisit();
    try {
      await api.plans.update({ ...values, id: plan.id, version });
      toast({ title: m.admin_success(), description: m.plans_admin_updated() });
      await plansChanged();
      if (stillHere()) await navigate({ to: '/admin/subscriptions', ignoreBlocker: true });
    } catch (error) {
      if (failureCode(error) === 'VERSION_CONFLICT' && error instanceof ApiError)
        setConflict({ mine: values, current: (error.data as { current: EditPlan }).current });
      else
        toastFailure(error, {
          title:
            failureCode(error) === 'PLAN_NOT_FOUND' ? m.plans_admin_missing() : m.plans_admin_update_failed(),
          description: m.plans_admin_save_failed(),
        });
      throw error;
    }
  };
  return (
    <Page>
      <Breadcrumbs
        crumbs={[{ label: m.plans_admin_title(), to: '/admin/subscriptions' }, { label: plan.name }]}
      />
      <PageHeader title={m.plans_admin_edit()} lead={plan.name} />
      <PlanForm key={base.round} values={toPlanValues(base.plan)} onSave={(values) => save(values)} />
      {conflict && (
        <PlanConflict
          mine={conflict.mine}
          theirs={toPlanValues(conflict.current)}
          onKeepMine={() => save(conflict.mine, conflict.current.version).catch(() => undefined)}
          onTakeTheirs={() => {
            setBase(({ round }) => ({ plan: conflict.current, round: round + 1 }));
            setConflict(null);
          }}
          onClose={() => setConflict(null)}
        />
      )}
    </Page>
  );
}
