import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { HEALTH_KEY } from './queries.ts';

/** Most chores take less. */
const LOOK_AGAIN_MS = 2000;

/** Has a background job run at once; `busy` names the one that was just asked for. */
export function useRunChore() {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: HEALTH_KEY });
  const run = async (name: string) => {
    if (busy) return;
    setBusy(name);
    try {
      await api.health.runChore({ name });
      toast({ title: m.health_chore_asked(), description: m.health_chore_asked_text({ name }) });
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      await refresh();
    } catch (error) {
      toastFailure(error, { title: m.health_chore_failed() });
    } finally {
      setBusy(null);
    }
  };
  return { busy, run };
}

export type RunChore = ReturnType<typeof useRunChore>;
