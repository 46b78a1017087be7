import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Comment } from '#contract/courses/comments';
import { currentOf } from '#web/lib/api/current-of.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { dropSent, reloadComments, replaceComment } from './queries.ts';

export interface Changing {
  readonly busy: boolean;
  /** `onConflict` hears of the comment as it is now, where it is not the version that the edit is based on. */
  readonly edit: (
    content: string,
    based: { version: number; onConflict: (current: Comment) => void },
  ) => Promise<boolean>;
  readonly remove: () => Promise<boolean>;
  readonly hide: () => Promise<boolean>;
  readonly unhide: () => Promise<boolean>;
}

/** What can be done to one comment; each says how it went (spec section 9). Nothing changes before the server agrees. */
export function useChanging(courseId: string, { id }: Comment): Changing {
  const { comments } = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const run = async (
    work: () => Promise<Comment | { id: string }>,
    done: string,
    failed: string,
    onConflict?: (current: Comment) => void,
  ) => {
    setBusy(true);
    try {
      const outcome = await work();
      if ('state' in outcome) replaceComment(queryClient, courseId, outcome);
      else dropSent(queryClient, courseId, outcome.id);
      toast({ title: done });
      return true;
    } catch (error) {
      const current = onConflict && currentOf<Comment>(error);
      if (current) {
        onConflict(current);
        toast({
          title: m.comments_conflict(),
          description: m.comments_conflict_text(),
          variant: 'destructive',
        });
      } else toastFailure(error, { title: failed });
      return false;
    } finally {
      await reloadComments(queryClient, courseId);
      setBusy(false);
    }
  };
  return {
    busy,
    edit: (content, { onConflict, version }) =>
      run(
        () => comments.edit({ id, content, version }),
        m.comments_updated(),
        m.comments_update_failed(),
        onConflict,
      ),
    remove: () => run(() => comments.remove({ id }), m.comments_deleted(), m.comments_delete_failed()),
    hide: () => run(() => comments.hide({ id }), m.comments_hidden_done(), m.comments_hide_failed()),
    unhide: () => run(() => comments.unhide({ id }), m.comments_shown(), m.comments_unhide_failed()),
  };
}
