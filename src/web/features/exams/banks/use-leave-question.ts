import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { type Toast, toast } from '#web/lib/toast.ts';

/** Does what ends the work at a question, and goes to the list of its bank. */
export function useLeaveQuestion(bankId: string) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const [isLeaving, setLeaving] = useState(false);
  const [isDone, setDone] = useState(false);
  const leave = async (work: () => Promise<unknown>, done: string, action?: Toast['action']) => {
    const stillHere = noteVisit();
    setLeaving(true);
    try {
      await work();
      setDone(true);
      toast({ title: done, action });
      await queryClient.invalidateQueries({ queryKey: ['admin', 'banks'] });
      if (stillHere())
        await navigate({ to: '/admin/questions/$bank', params: { bank: bankId }, ignoreBlocker: true });
    } catch (error) {
      setLeaving(false);
      toastFailure(error, { title: m.banks_save_failed() });
    }
  };
  return { isDone, isLeaving, leave };
}
