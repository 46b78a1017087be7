import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

const KINDS = {
  course: { to: '/admin/courses/$id', list: 'courses', failed: m.admin_course_duplicate_failed },
  post: { to: '/admin/blogs/$id', list: 'posts', failed: m.posts_admin_duplicate_failed },
} as const;

/** Makes a draft of what is saved of a course or post, and leads to it; what is not saved yet is asked about. */
export function DuplicateButton({ id, kind }: { id: string; kind: keyof typeof KINDS }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const [busy, setBusy] = useState(false);
  const { failed, list, to } = KINDS[kind];
  const duplicate = async () => {
    const stillHere = noteVisit();
    setBusy(true);
    try {
      const copy = await api.courses.duplicate({ id });
      void queryClient.invalidateQueries({ queryKey: ['admin', list] });
      toast({ title: copy.title, description: m.admin_course_duplicated() });
      if (stillHere()) await navigate({ to, params: { id: copy.id } });
    } catch (error) {
      toastFailure(error, { title: failed() });
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
