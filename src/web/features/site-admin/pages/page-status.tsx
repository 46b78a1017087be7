import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditedPage } from '#contract/pages';
import { nextPageStates, type PageState } from '#domain/site/page-states';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { ACTIONS } from '#web/ui/badges/state-actions.ts';
import { StateBar, useBarFocus } from '#web/ui/badges/state-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { useHeld } from '#web/ui/use-held.ts';
import { editedPageQuery } from '../queries.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';

const SAYS: Record<Exclude<PageState, 'scheduled'>, () => string> = {
  draft: m.pages_is_draft,
  published: m.pages_is_published,
  unlisted: m.pages_is_unlisted,
};
const DONE: Record<Exclude<PageState, 'scheduled'>, () => string> = {
  draft: m.publishing_done_draft,
  published: m.publishing_done_published,
  unlisted: m.publishing_done_unlisted,
};

/** Where a page stands, and what can become of it; each way leads back. */
export function PageStatus({ name }: { name: string }) {
  const { data } = useQuery(editedPageQuery(useApi(), name));
  const change = useChangePageState(name);
  const { bar, keepFocus } = useBarFocus();
  const [isScheduling, setIsScheduling] = useState(false);
  if (!data?.state) return null;
  const { publishAt, state } = data;
  const standing = { state, publishAt };
  const time = publishAt ? formatTime(publishAt) : '';
  return (
    <>
      <StateBar
        ref={bar}
        state={state}
        words={state === 'scheduled' ? m.publishing_is_scheduled({ time }) : SAYS[state]()}
      >
        {nextPageStates(state).map((to) =>
          to === 'scheduled' ? (
            <Button key={to} variant="secondary" size="sm" onClick={() => setIsScheduling(true)}>
              {state === to ? m.publishing_to_rescheduled() : ACTIONS[to]()}
            </Button>
          ) : (
            <StateButton key={to} to={to} onChange={() => change(standing, { state: to, publishAt: null })} />
          ),
        )}
      </StateBar>
      {isScheduling && (
        <ScheduleDialog
          publishAt={publishAt}
          onSchedule={(chosen) => change(standing, { state: 'scheduled', publishAt: chosen })}
          onClose={() => {
            setIsScheduling(false);
            keepFocus();
          }}
        />
      )}
    </>
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

/** Where a page stands; when it is due, of a scheduled one. */
interface Standing {
  readonly state: PageState;
  readonly publishAt: string | null;
}

function doneIn({ publishAt, state }: Standing): string {
  return state === 'scheduled'
    ? m.publishing_done_scheduled({ time: publishAt ? formatTime(publishAt) : '' })
    : DONE[state]();
}

function useChangePageState(name: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const change = async (from: Standing, to: Standing, canUndo = true): Promise<void> => {
    const { queryKey } = editedPageQuery(api, name);
    try {
      const after = await api.pages.updateStatus({
        name,
        from: from.state,
        ...(from.publishAt && { fromPublishAt: from.publishAt }),
        to: to.state,
        ...(to.publishAt && { publishAt: to.publishAt }),
      });
      // The text may have been saved meanwhile, and is not part of it.
      const { publishAt, state } = after;
      queryClient.setQueryData<EditedPage>(queryKey, (page) => page && { ...page, publishAt, state });
      const action = canUndo ? { label: m.admin_undo(), run: () => void change(to, from, false) } : undefined;
      toast({ title: doneIn(to), action });
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
