import type { EditCourse } from '#contract/courses/courses';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { type Toast, toast } from '#web/lib/toast.ts';
import { toastFailedRestore } from './history/toast-failed-restore.ts';

/** The Undo of a toast: restores the version before a save. It fails where somebody saved the course since. */
export function useUndoSave(
  onUndone: (restored: EditCourse, saved: EditCourse) => void,
): (saved: EditCourse, version: number) => NonNullable<Toast['action']> {
  const api = useApi();
  const undo = async (saved: EditCourse, version: number) => {
    try {
      const restored = await api.courses.restoreVersion({ id: saved.id, version, basedOn: saved.version });
      onUndone(restored, saved);
      toast({ title: m.admin_undone(), description: m.admin_undone_text({ version }) });
    } catch (failure) {
      toastFailedRestore(failure);
    }
  };
  return (saved, version) => ({ label: m.admin_undo(), run: () => void undo(saved, version) });
}
