import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { HEALTH_KEY } from './queries.ts';

/** Has the school backed up now. */
export function useBackUp() {
  const api = useApi();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const backUp = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await api.health.backUp();
      toast({ title: m.health_backup_asked(), description: m.health_backup_asked_text() });
      await queryClient.invalidateQueries({ queryKey: HEALTH_KEY });
    } catch (error) {
      toastFailure(error, { title: m.health_backup_ask_failed() });
    } finally {
      setBusy(false);
    }
  };
  return { backUp, isBusy };
}
