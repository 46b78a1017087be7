import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { sessionQuery, useApi, useUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import classes from './exams.module.css';
import type { SaveState } from './use-saving.ts';

/** Draws how the person with this address signs in again without leaving the page. */
export type SignInHere = (props: { email: string; onCancel: () => void; onDone: () => void }) => ReactNode;

interface SaveWordsProps {
  state: SaveState;
  /** How many questions have a newer answer than this page shows. */
  newer: number;
  /** What an answer that cannot be sent now comes to; left out where time does not run out. */
  late?: 'may-come' | 'is-over' | undefined;
  /** Whose exam it is, also when the session is gone. */
  email: string;
  signIn: SignInHere;
}

/** Whether what was answered is on the server. Where the session ended the exam stays, and one signs in in place. */
export function SaveWords({ email, late, newer, signIn, state: saving }: SaveWordsProps) {
  const user = useUser();
  const [asking, setAsking] = useState(false);
  const words = useRef<HTMLSpanElement>(null);
  const isBack = useRef(false);
  const state = user ? saving : 'signed-out';
  const isOutdated = newer > 0 && state === 'saved';
  useEffect(() => {
    // The button that led to the dialog is gone.
    if (state !== 'signed-out' && isBack.current) words.current?.focus({ preventScroll: true });
    if (state !== 'signed-out') isBack.current = false;
  }, [state]);
  return (
    <>
      <span
        ref={words}
        className={classes.saved}
        role="status"
        tabIndex={-1}
        data-state={isOutdated ? 'newer' : state}
      >
        {isOutdated && m.exams_newer_count({ count: newer })}
        {state === 'saved' && !isOutdated && m.exams_saved()}
        {state === 'saving' && m.exams_saving()}
        {state === 'refused' && m.exams_refused_some()}
        {state === 'offline' && offlineWords(late)}
        {state === 'signed-out' && <SignedOut onAsk={() => setAsking(true)} />}
      </span>
      <Dialog open={asking} onClose={() => setAsking(false)} title={m.exams_sign_in_title()}>
        {signIn({
          email,
          onCancel: () => setAsking(false),
          onDone: () => {
            isBack.current = true;
            setAsking(false);
          },
        })}
      </Dialog>
    </>
  );
}

function offlineWords(late: SaveWordsProps['late']): string {
  if (late === 'is-over') return m.exams_offline_over();
  return late ? `${m.exams_offline()} ${m.exams_offline_late()}` : m.exams_offline();
}

/** Whoever comes back from signing in in another tab goes on as well. */
function SignedOut({ onAsk }: { onAsk: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  useEffect(() => {
    const onBack = () => void queryClient.invalidateQueries(sessionQuery(api));
    window.addEventListener('focus', onBack);
    document.addEventListener('visibilitychange', onBack);
    return () => {
      window.removeEventListener('focus', onBack);
      document.removeEventListener('visibilitychange', onBack);
    };
  }, [api, queryClient]);
  return (
    <>
      {m.exams_signed_out()}
      <span className={classes.signIn}>
        <Button size="sm" onClick={onAsk}>
          {m.exams_sign_in_here()}
        </Button>
        <a href="/login" target="_blank" rel="noreferrer">
          {m.exams_sign_in()}
        </a>
      </span>
    </>
  );
}
