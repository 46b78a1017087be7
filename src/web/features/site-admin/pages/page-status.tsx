import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { EditedPage } from '#contract/pages';
import { nextPageStates, type PageState } from '#domain/site/page-states';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { ACTIONS } from '#web/ui/badges/state-actions.ts';
import { StateBar, useBarFocus } from '#web/ui/badges/state-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import { editedPageQuery } from '../queries.ts';

const SAYS: Record<PageState, () => string> = {
  draft: m.pages_is_draft,
  published: m.pages_is_published,
  unlisted: m.pages_is_unlisted,
};
const DONE: Record<PageState, () => string> = {
  draft: m.publishing_done_draft,
  published: m.publishing_done_published,
  unlisted: m.publishing_done_unlisted,
};

/** Where a page stands, and what can become of it; each way leads back. */
export function PageStatus({ name }: { name: string }) {
  const { data } = useQuery(editedPageQuery(useApi(), name));
  const change = useChangePageState(name);
  const { bar, keepFocus } = useBarFocus();
  if (!data?.state) return null;
  const { state } = data;
  return (
    <StateBar ref={bar} state={state} words={SAYS[state]()}>
      {nextPageStates(state).map((to) => (
        <StateButton key={to} to={to} onChange={() => change(state, to).then(keepFocus)} />
      ))}
    </StateBar>
  );
}

function StateButton({ onChange, to }: { to: PageState; onChange: () => Promise<void> }) {
  const { busy, run } = useHeld(onChange);
  return (
    <Button variant={to === 'published' ? 'primary' : 'secondary'} size="sm" busy={busy} onClick={run}>
      {ACTIONS[to]()}
    </Button>
  );
}

function useChangePageState(name: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const change = async (from: PageState, to: PageState, canUndo = true): Promise<void> => {
    const { queryKey } = editedPageQuery(api, name);
    try {
      const after = await api.pages.updateStatus({ name, from, to });
      // The text may have been saved meanwhile, and is not part of it.
      queryClient.setQueryData<EditedPage>(queryKey, (page) => page && { ...page, state: after.state });
      const action = canUndo ? { label: m.admin_undo(), run: () => void change(to, from, false) } : undefined;
      toast({ title: DONE[to](), action });
    } catch (error) {
      toastFailure(error, { title: m.publishing_failed() });
      if (failureCode(error) === 'STATE_CHANGED') await queryClient.invalidateQueries({ queryKey });
    } finally {
      queryClient.removeQueries({ queryKey: ['site'] });
      await queryClient.invalidateQueries({ queryKey: ['admin', 'pages'] });
    }
  };
  return change;
}
