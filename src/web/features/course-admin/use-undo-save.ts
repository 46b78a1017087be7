import type { EditCourse } from '#contract/courses/courses';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { type Toast, toast } from '#web/lib/toast.ts';

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
      const moved = failureCode(failure) === 'VERSION_CONFLICT';
      toastFailure(failure, { title: moved ? m.admin_conflict_title() : m.admin_restore_failed() });
    }
  };
  return (saved, version) => ({ label: m.admin_undo(), run: () => void undo(saved, version) });
}
