import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { toast } from '#web/lib/toast.ts';
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PlanForm } from './plan-form.tsx';
import { EMPTY_PLAN, type PlanValues, planResolver } from './plan-values.ts';
import { usePlansChanged } from './use-plans-changed.ts';

/** 'Create New Subscription Plan'; afterwards the administrator is back at the list. */
export function NewPlanPage() {
  const api = useApi();
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const plansChanged = usePlansChanged();
  const form = useForm<PlanValues>({ resolver: planResolver, defaultValues: EMPTY_PLAN });
  const save = async (values: PlanValues) => {
    const stillHere = noteVisit();
    try {
      await api.plans.create(values);
      form.reset(form.getValues());
      toast({ title: m.admin_success(), description: m.plans_admin_created() });
      await plansChanged();
      if (stillHere()) await navigate({ to: '/admin/subscriptions', ignoreBlocker: true });
    } catch (error) {
      toastFailure(error, { title: m.plans_admin_add_failed(), description: m.plans_admin_save_failed() });
      throw error;
    }
  };
  return (
    <Page>
      <Breadcrumbs
        crumbs={[
          { label: m.plans_admin_title(), to: '/admin/subscriptions' },
          { label: m.plans_admin_new() },
        ]}
      />
      <PageHeader title={m.plans_admin_new()} />
      <PlanForm form={form} onSave={save} />
    </Page>
  );
}
