import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { EditPlanPage } from '#web/features/plan-admin/edit-plan-page.tsx';
import { editPlanQuery } from '#web/features/plan-admin/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { toast } from '#web/lib/toast.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';

export const Route = createFileRoute('/admin/_editors/subscriptions/$id')({
  // Loaded in the browser, where an error keeps its code: what the server sends of one is its message.
  ssr: false,
  loader: ({ context: { api, queryClient }, params: { id } }) =>
    queryClient.fetchQuery(editPlanQuery(api, id)),
  gcTime: 0,
  head: ({ match, params: { id } }) =>
    pageHead(match.context, {
      title: m.plans_admin_edit(),
      path: `/admin/subscriptions/${id}`,
      noindex: true,
    }),
  component: EditPlan,
});

function EditPlan() {
  const plan = Route.useLoaderData();
  return plan ? <EditPlanPage key={plan.id} plan={plan} /> : <PlanGone />;
}

/** No such plan: says so and goes back to the list, once the page stands. */
function PlanGone() {
  const navigate = useNavigate();
  useEffect(() => {
    toast({ title: m.admin_error(), description: m.plans_admin_missing(), variant: 'destructive' });
    navigate({ to: '/admin/subscriptions', replace: true });
  }, [navigate]);
  return <LoadingState />;
}
