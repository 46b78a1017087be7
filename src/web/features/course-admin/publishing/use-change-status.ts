import { useQueryClient } from '@tanstack/react-query';
import type { Standing } from '#contract/courses/publishing';
import { type CourseState, nextStates } from '#domain/courses/life-cycle';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { statusQuery } from './status-queries.ts';

export interface StatusChange {
  readonly to: CourseState;
  readonly publishAt?: string;
  readonly keepsAccess?: boolean;
}

const DONE: Record<CourseState, (standing: Standing) => string> = {
  draft: () => m.publishing_done_draft(),
  scheduled: ({ publishAt }) => m.publishing_done_scheduled({ time: publishAt ? formatTime(publishAt) : '' }),
  published: () => m.publishing_done_published(),
  unlisted: () => m.publishing_done_unlisted(),
  archived: () => m.publishing_done_archived(),
};

/** Changes where a course or post stands and says so, with an undo where the way back is open. */
export function useChangeStatus(): (before: Standing, change: StatusChange) => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  const changeStatus = async (before: Standing, change: StatusChange, canUndo = true) => {
    const { id, kind, publishAt, state: from } = before;
    try {
      const basis = { from, ...(publishAt !== null && { fromPublishAt: publishAt }) };
      const after = await api.publishing.updateStatus({ id, ...basis, ...change });
      queryClient.setQueryData(statusQuery(api, id).queryKey, after);
      const isBack = canUndo && from !== after.state && nextStates(after.state).includes(from);
      const run = () => void changeStatus(after, backTo(before), false);
      toast({
        title: DONE[after.state](after),
        action: isBack ? { label: m.admin_undo(), run } : undefined,
      });
    } catch (error) {
      toastFailure(error, { title: m.publishing_failed() });
      await queryClient.invalidateQueries({ queryKey: statusQuery(api, id).queryKey });
    } finally {
      queryClient.removeQueries({ queryKey: ['courses'] });
      await queryClient.invalidateQueries({ queryKey: ['admin', kind === 'post' ? 'posts' : 'courses'] });
    }
  };
  return changeStatus;
}

function backTo({ keepsAccess, publishAt, state }: Standing): StatusChange {
  return {
    to: state,
    ...(publishAt !== null && { publishAt }),
    ...(state === 'archived' && { keepsAccess }),
  };
}
