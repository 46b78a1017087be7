import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Comment } from '#contract/courses/comments';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { appendComment, forgetSent, reloadComments, sentQuery } from './queries.ts';

interface Pending {
  readonly key: number;
  readonly parentId: string | null;
  readonly content: string;
}
export interface Posting {
  /** Shown at once, and marked as not there yet. */
  readonly pending: readonly Pending[];
  /** What the server has taken since the page was opened, as it reads now. */
  readonly sent: readonly Comment[];
  /** Whether the server took it; when not, the text goes back into its box. */
  readonly post: (content: string, parentId: string | null) => Promise<boolean>;
}

/** Sends comments: what is under way is shown as that, and nothing that failed is lost. */
export function usePosting(courseId: string): Posting {
  const api = useApi();
  const queryClient = useQueryClient();
  const lastKey = useRef(0);
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const { data: sent = [] } = useQuery(sentQuery(courseId));
  useEffect(() => () => forgetSent(queryClient, courseId), [queryClient, courseId]);
  const post = async (content: string, parentId: string | null) => {
    lastKey.current += 1;
    const key = lastKey.current;
    setPending((before) => [...before, { key, parentId, content }]);
    try {
      const comment = await api.comments.add({ courseId, parentId, content });
      appendComment(queryClient, courseId, comment);
      toast({ title: m.comments_added() });
      return true;
    } catch (error) {
      toastFailure(error, { title: m.comments_add_failed() });
      return false;
    } finally {
      setPending((before) => before.filter((one) => one.key !== key));
      reloadComments(queryClient, courseId);
    }
  };
  return { pending, sent, post };
}
