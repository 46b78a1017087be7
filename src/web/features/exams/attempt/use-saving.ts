import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer } from '#domain/exams/kinds/kind';
import { failureCode } from '#web/lib/api/api-error.ts';
import { useApi } from '#web/lib/session/session.ts';
import { sendAnswers, type WaitingAnswer } from './send-answers.ts';
import { saveAnswer, sendLeft } from './send-left.ts';
import {
  forgetWaiting,
  isWaitingKept,
  keepWaiting,
  readWaiting,
  type Waiting,
  waitingSince,
} from './waiting-answers.ts';

export type SaveState = 'saved' | 'saving' | 'offline' | 'signed-out' | 'refused';
/** Typing is sent when it rests this long, in ms; it is kept in the browser at once. */
const REST_MS = 500;
const AGAIN_MS = 3000;
/** What has not arrived after this long, in ms, is said to wait; the call goes on trying. */
const SLOW_MS = 2500;

/** Nothing more can be saved here: it ended, or it is not this person's. */
const OVER: ReadonlySet<string> = new Set(['ATTEMPT_CLOSED', 'ATTEMPT_NOT_FOUND']);

interface SavingEvents {
  /** The attempt turns out to have ended, or to have gone on to another question. */
  onClosed: () => void;
  /** The attempt is not this person's: somebody else signed in. */
  onForeign: () => void;
  /** Another device gave a newer answer, which counts. */
  onNewer: () => void;
}

/**
 * Sends each answer as it is given and keeps it in this browser until the server has it on disk. Answers the state to be shown,
 * `give`, `flush` (true when nothing waits but what was refused), which answers the server refused, when each question was
 * touched, and whether the browser keeps what waits.
 */
export function useSaving(attemptId: string, { onClosed, onForeign, onNewer }: SavingEvents) {
  const api = useApi();
  const [writer] = useState(() => crypto.randomUUID());
  const [state, setState] = useState<SaveState>(() =>
    readWaiting(attemptId).length > 0 ? 'saving' : 'saved',
  );
  const [isKept, setKept] = useState(() => isWaitingKept(attemptId));
  const waiting = useRef<Waiting>({});
  const touched = useRef<Map<string, number>>(new Map());
  const refused = useRef(new Set<string>());
  const [refusals, setRefusals] = useState<ReadonlySet<string>>(refused.current);
  const seq = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<boolean>>(undefined);
  const isClosed = useRef(false);
  const isForeign = useRef(false);
  const keepAll = useCallback(() => {
    keepWaiting(attemptId, writer, waiting.current);
    setKept(isWaitingKept(attemptId));
  }, [attemptId, writer]);
  const send = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    const slow = setTimeout(() => setState('offline'), SLOW_MS);
    try {
      // This page's from here on, so that what is given instead replaces it.
      const adopt = (from: string, left: WaitingAnswer) => {
        const { question, ...given } = left;
        if (!waiting.current[question]) {
          seq.current += 1;
          waiting.current[question] = { ...given, seq: seq.current };
          refused.current.add(question);
          keepAll();
        }
        forgetWaiting(attemptId, from, left);
      };
      await sendLeft(api, {
        id: attemptId,
        isDue: (from) => from !== writer,
        onSettled: (state, from, left) => {
          if (state === 'newer') onNewer();
          if (state === 'passed') onClosed();
          if (state === 'refused') adopt(from, left);
        },
      });
      await sendAnswers({
        waiting: waiting.current,
        refused: refused.current,
        save: (next) => saveAnswer(api, attemptId, writer, next),
        onSettled: keepAll,
        onNewer,
        onPassed: onClosed,
      });
      setRefusals(new Set(refused.current));
      setState(refused.current.size > 0 ? 'refused' : 'saved');
      return true;
    } catch (error) {
      const code = failureCode(error);
      if (code !== null && OVER.has(code)) {
        // Where somebody else signed in, what the candidate gave waits for the candidate; what came too late, for send-late.ts.
        isClosed.current = true;
        isForeign.current = code === 'ATTEMPT_NOT_FOUND';
        if (isForeign.current) {
          waiting.current = {};
          setState('signed-out');
          onForeign();
        } else onClosed();
        return true;
      }
      setState(code === 'SIGN_IN_REQUIRED' ? 'signed-out' : 'offline');
      timer.current = setTimeout(() => void flushRef.current(), AGAIN_MS);
      return false;
    } finally {
      clearTimeout(slow);
    }
  }, [api, attemptId, keepAll, onClosed, onForeign, onNewer, writer]);
  const flush = useCallback((): Promise<boolean> => {
    if (isClosed.current) return Promise.resolve(true);
    running.current ??= send().finally(() => {
      running.current = undefined;
    });
    return running.current;
  }, [send]);
  const flushRef = useRef(flush);
  useEffect(() => {
    flushRef.current = flush;
    const onBack = () => void flush();
    if (readWaiting(attemptId).length > 0) void flush();
    window.addEventListener('online', onBack);
    document.addEventListener('visibilitychange', onBack);
    return () => {
      clearTimeout(timer.current);
      window.removeEventListener('online', onBack);
      document.removeEventListener('visibilitychange', onBack);
      void flush();
    };
  }, [attemptId, flush]);
  const give = useCallback(
    (question: string, answer: Answer) => {
      // What somebody else types here must not replace what the candidate left.
      if (isForeign.current) return;
      seq.current += 1;
      touched.current.set(question, performance.now());
      waiting.current[question] = { seq: seq.current, answer, ...waitingSince() };
      if (refused.current.delete(question)) setRefusals(new Set(refused.current));
      keepAll();
      setState((before) => (before === 'saved' || before === 'refused' ? 'saving' : before));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flushRef.current(), REST_MS);
    },
    [keepAll],
  );
  return { flush, give, isKept, refusals, refused, state, touched };
}
