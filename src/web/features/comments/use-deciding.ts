import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CommentDecision } from '#contract/courses/comments';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';

const DONE: Record<CommentDecision, () => string> = {
  hide: m.comments_hidden_done,
  dismiss: m.comments_queue_dismissed,
  remove: m.comments_deleted,
};
const FAILED: Record<CommentDecision, () => string> = {
  hide: m.comments_hide_failed,
  dismiss: m.comments_queue_dismiss_failed,
  remove: m.comments_delete_failed,
};

/** Decides about reported comments, and offers to take it back. `decide` resolves to whether it was done. */
export function useDeciding() {
  const { comments } = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const reload = () => queryClient.invalidateQueries({ queryKey: ['comments'] });
  const undo = async (id: string) => {
    try {
      await comments.undo({ id });
      toast({ title: m.comments_queue_undone() });
    } catch (error) {
      toastFailure(error);
    }
    await reload();
  };
  const decide = async (ids: readonly string[], decision: CommentDecision) => {
    setBusy(true);
    try {
      const made = await comments.decide({ ids: [...ids], decision });
      toast({
        title: DONE[decision](),
        description: m.comments_count({ count: made.comments }),
        action: { label: m.comments_queue_undo(), run: () => void undo(made.id) },
      });
      return true;
    } catch (error) {
      toastFailure(error, { title: FAILED[decision]() });
      return false;
    } finally {
      await reload();
      setBusy(false);
    }
  };
  return { busy, decide };
}
