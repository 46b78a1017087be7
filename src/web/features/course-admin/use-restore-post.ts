import { useQueryClient } from '@tanstack/react-query';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';

/** Restores a deleted post and reports it. */
export function useRestorePost(): (post: { id: string; title: string }) => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  return async ({ id, title }) => {
    try {
      await api.posts.restore({ id });
      toast({ title: m.posts_admin_restored(), description: title });
    } catch (error) {
      toastFailure(error, { title: m.admin_restore_failed() });
    } finally {
      queryClient.removeQueries({ queryKey: ['courses'] });
      await queryClient.invalidateQueries({ queryKey: ['admin', 'posts'] });
      await queryClient.invalidateQueries({ queryKey: ['admin', 'trash'] });
    }
  };
}
