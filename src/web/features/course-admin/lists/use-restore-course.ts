import { useQueryClient } from '@tanstack/react-query';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';

/** Restores a deleted course and reports it. */
export function useRestoreCourse(): (id: string) => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  return async (id) => {
    try {
      const { slug } = await api.courses.restore({ id });
      toast({ title: m.admin_course_restored(), description: m.admin_course_restored_text({ slug }) });
    } catch (error) {
      toastFailure(error, { title: m.admin_restore_failed() });
    } finally {
      queryClient.removeQueries({ queryKey: ['courses'] });
      await queryClient.invalidateQueries({ queryKey: ['admin', 'courses'] });
      await queryClient.invalidateQueries({ queryKey: ['admin', 'trash'] });
    }
  };
}
