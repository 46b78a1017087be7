import { useQueryClient } from '@tanstack/react-query';
import type { PageRow } from '#contract/pages';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useRestore } from '#web/lib/saving/use-restore.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import classes from './pages.module.css';

interface DeletePageProps {
  /** What is asked about; null: nothing. */
  page: PageRow | null;
  onClose: (page: PageRow | null) => void;
}

/** Asks, deletes, says so with an undo. */
export function DeletePage({ onClose, page }: DeletePageProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const restore = useRestore();
  const remove = async () => {
    if (!page) return;
    const { id, title } = page;
    try {
      await api.pages.remove({ name: id });
      const run = () =>
        void restore(() => api.pages.undelete({ id }), { title: m.pages_restored(), description: title });
      const action = { label: m.admin_undo(), run };
      toast({ title: m.admin_success(), description: m.pages_deleted(), action });
    } catch (error) {
      toastFailure(error, { title: m.admin_error(), description: m.pages_delete_failed() });
    } finally {
      onClose(page);
      queryClient.removeQueries({ queryKey: ['site'] });
      await queryClient.invalidateQueries({ queryKey: ['admin', 'pages'] });
    }
  };
  return (
    <ConfirmDialog
      open={page !== null}
      onCancel={() => onClose(page)}
      onConfirm={remove}
      text={
        <>
          {m.pages_delete_text()}
          <span className={classes.note}>{m.pages_delete_note()}</span>
        </>
      }
    />
  );
}
