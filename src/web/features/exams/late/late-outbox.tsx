import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { m } from '#web/lib/messages.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { waitingAttempts } from '../attempt/waiting-answers.ts';
import { sendKept } from './send-kept.ts';
import { sentWords } from './sent-words.ts';

const AGAIN_MS = 30_000;
/** The page of an exam sends its own and says so in place. */
const EXAM = /^\/courses\/[^/]+\/exams\//;

/**
 * On every page of a member: answers that were kept offline are sent as soon as there is a connection, without their exam
 * being opened again.
 */
export function LateOutbox(): null {
  const api = useApi();
  const router = useRouter();
  const queryClient = useQueryClient();
  const user = useUser();
  // In a support session it is not the candidate who sits here.
  const owner = user && !user.support ? user.id : null;
  useEffect(() => {
    if (owner === null) return;
    let [running, isGone] = [false, false];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hopeless = new Set<string>();
    const send = async () => {
      if (running || waitingAttempts().length === 0 || EXAM.test(router.latestLocation.pathname)) return;
      running = true;
      clearTimeout(timer);
      const { kept, passed, refused, saved, unsent } = await sendKept(api, hopeless);
      running = false;
      if (unsent > 0 && !isGone) timer = setTimeout(look, AGAIN_MS);
      if (saved > 0)
        toast({ title: m.late_open_saved_title(), description: m.late_open_saved({ count: saved }) });
      if (passed > 0)
        toast({ title: m.late_open_passed_title(), description: m.late_open_passed({ count: passed }) });
      // What is left is tried again without a message each time.
      if (kept + refused > 0)
        toast({ title: m.late_title(), description: sentWords({ kept, refused, unsent: 0 }) });
      if (saved + passed + kept + refused === 0) return;
      void queryClient.invalidateQueries({ queryKey: ['exams'] });
    };
    const look = () => void send();
    look();
    const forget = router.subscribe('onResolved', look);
    window.addEventListener('online', look);
    window.addEventListener('focus', look);
    return () => {
      isGone = true;
      clearTimeout(timer);
      forget();
      window.removeEventListener('online', look);
      window.removeEventListener('focus', look);
    };
  }, [api, owner, queryClient, router]);
  return null;
}
