import { useRef, useState } from 'react';
import type { LabFiles } from '#domain/labs/lab-spec';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import type { Proof } from './proof-pane.tsx';

/** Runs the solution on the server, as it is run before the lab is published. */
export function useProof(id: string) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [proven, setProven] = useState<{ proof: Proof; of: LabFiles } | null>(null);
  const isRunning = useRef(false);
  const run = async (source: LabFiles) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      setProven({ proof: await api.labAuthoring.prove({ id, source }), of: source });
    } catch (error) {
      toastFailure(error, { title: m.lab_author_run_failed() });
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { busy, run, proof: proven?.proof ?? null, of: proven?.of ?? null };
}
