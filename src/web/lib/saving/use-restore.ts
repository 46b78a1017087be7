import { useQueryClient } from '@tanstack/react-query';
import { toastFailure } from '../api/toast-failure.ts';
import { m } from '../messages.ts';
import { toast } from '../toast.ts';

type Restore = (
  restore: () => Promise<unknown>,
  done: { title: string; description: string },
) => Promise<void>;

/** Takes a post, a page, a bank or a question out of the trash, reports it, and reads the lists of them again. */
export function useRestore(): Restore {
  const queryClient = useQueryClient();
  return async (restore, done) => {
    try {
      await restore();
      toast(done);
    } catch (error) {
      toastFailure(error, { title: m.admin_restore_failed() });
    } finally {
      queryClient.removeQueries({ queryKey: ['courses'] });
      for (const list of ['posts', 'pages', 'banks', 'trash'])
        await queryClient.invalidateQueries({ queryKey: ['admin', list] });
    }
  };
}
