import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

/** Makes a draft of what is saved of a course, and leads to it; what is not saved yet is asked about. */
export function DuplicateButton({ id }: { id: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const duplicate = async () => {
    setBusy(true);
    try {
      const copy = await api.courses.duplicate({ id });
      void queryClient.invalidateQueries({ queryKey: ['admin', 'courses'] });
      toast({ title: copy.title, description: m.admin_course_duplicated() });
      await navigate({ to: '/admin/courses/$id', params: { id: copy.id } });
    } catch (error) {
      toastFailure(error, { title: m.admin_course_duplicate_failed() });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="secondary" busy={busy} onClick={duplicate}>
      {m.admin_course_duplicate()}
    </Button>
  );
}
