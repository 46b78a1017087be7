import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '#web/lib/session/session.ts';
import { countUnsent, type LateSent, sendLate } from './send-late.ts';

const AGAIN_MS = 5000;

/**
 * Sends what this browser kept of an ended attempt, and tries again as long as something is left: after a while, and as soon
 * as the connection is back. Answers what was sent so far.
 */
export function useSendLate(attemptId: string): LateSent {
  const api = useApi();
  const queryClient = useQueryClient();
  const [sent, setSent] = useState(() => ({ kept: 0, refused: 0, unsent: countUnsent(attemptId) }));
  useEffect(() => {
    let isGone = false;
    let running = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = async () => {
      if (running || isGone || countUnsent(attemptId) === 0) return;
      running = true;
      clearTimeout(timer);
      const now = await sendLate(api, attemptId);
      running = false;
      if (now.kept > 0) void queryClient.invalidateQueries({ queryKey: ['exams'] });
      if (isGone) return;
      setSent((before) => ({
        kept: before.kept + now.kept,
        refused: before.refused + now.refused,
        unsent: now.unsent,
      }));
      if (now.unsent > 0) timer = setTimeout(() => void send(), AGAIN_MS);
    };
    const onBack = () => void send();
    void send();
    window.addEventListener('online', onBack);
    window.addEventListener('focus', onBack);
    return () => {
      isGone = true;
      clearTimeout(timer);
      window.removeEventListener('online', onBack);
      window.removeEventListener('focus', onBack);
    };
  }, [api, attemptId, queryClient]);
  return sent;
}
