import { useQueryClient } from '@tanstack/react-query';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useHeld } from '#web/ui/use-held.ts';

/** Has all failed emails, or all failed payment updates, tried again; both say how many those are. */
export function useRetry(of: 'mails' | 'payments') {
  const api = useApi();
  const queryClient = useQueryClient();
  return useHeld(async () => {
    try {
      if (of === 'mails') {
        const { count } = await api.failedMails.retry({});
        toast({ title: m.admin_success(), description: m.mails_retried({ count }) });
      } else {
        const { retried } = await api.billingReports.retryNotices();
        toast({ title: m.billing_admin_retried({ count: retried }) });
      }
      for (const queryKey of [['admin'], ['billing']]) await queryClient.invalidateQueries({ queryKey });
    } catch (error) {
      toastFailure(error);
    }
  });
}
