import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer } from '#domain/exams/kinds/kind';
import type { Api } from '#web/lib/api-client.ts';
import { failureCode } from '#web/lib/api-error.ts';
import { useApi } from '#web/lib/session.ts';
import { isRefusal, sendAnswers, type WaitingAnswer } from './send-answers.ts';
import { dropWaiting, keepWaiting, readWaiting, type Waiting, waitedFor } from './waiting-answers.ts';

export type SaveState = 'saved' | 'saving' | 'offline' | 'signed-out' | 'refused';
/** Typing is sent when it rests this long, in ms; it is kept in the browser at once. */
const REST_MS = 500;
const AGAIN_MS = 3000;
/** Every repetition says anew how long the answer waited: repeated as it was, it would seem newer than what others gave since. */
const ONCE = { context: { once: true } };
/** What has not arrived after this long, in ms, is said to wait; the call goes on trying. */
const SLOW_MS = 2500;

/** Nothing more can be saved here: it ended, it went on, or it is not this person's. */
const OVER: ReadonlySet<string> = new Set(['ATTEMPT_CLOSED', 'ATTEMPT_NOT_FOUND', 'QUESTION_PASSED']);

interface SavingEvents {
  /** The attempt turns out to have ended, or to have gone on to another question. */
  onClosed: () => void;
  /** Another device gave a newer answer, which counts. */
  onNewer: () => void;
}

/**
 * Sends each answer as it is given and keeps it in this browser until the server has it on disk. Answers the state to be shown,
 * `give`, `flush` (true when nothing waits but what was refused), which answers the server refused, and when each question was
 * touched.
 */
export function useSaving(attemptId: string, { onClosed, onNewer }: SavingEvents) {
  const api = useApi();
  const [writer] = useState(() => crypto.randomUUID());
  const [state, setState] = useState<SaveState>(() =>
    readWaiting(attemptId).length > 0 ? 'saving' : 'saved',
  );
  const waiting = useRef<Waiting>({});
  const touched = useRef<Map<string, number>>(new Map());
  const refused = useRef(new Set<string>());
  const [refusals, setRefusals] = useState<ReadonlySet<string>>(refused.current);
  const seq = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<boolean>>(undefined);
  const isClosed = useRef(false);
  const send = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    const slow = setTimeout(() => setState('offline'), SLOW_MS);
    try {
      const adopt = ({ question, ...given }: WaitingAnswer) => {
        if (waiting.current[question]) return;
        seq.current += 1;
        waiting.current[question] = { ...given, seq: seq.current };
        refused.current.add(question);
        keepWaiting(attemptId, writer, waiting.current);
      };
      if (await sendLeft(api, { id: attemptId, own: writer, adopt })) onNewer();
      await sendAnswers({
        waiting: waiting.current,
        refused: refused.current,
        save: (next) => save(api, attemptId, writer, next),
        onSettled: () => keepWaiting(attemptId, writer, waiting.current),
        onNewer,
      });
      setRefusals(new Set(refused.current));
      setState(refused.current.size > 0 ? 'refused' : 'saved');
      return true;
    } catch (error) {
      const code = failureCode(error);
      if (code !== null && OVER.has(code)) {
        // Where somebody else signed in, what the candidate gave waits for the candidate; what came too late, for send-late.ts.
        if (code === 'QUESTION_PASSED') dropWaiting(attemptId);
        if (code !== 'ATTEMPT_CLOSED') waiting.current = {};
        isClosed.current = code === 'ATTEMPT_CLOSED';
        onClosed();
        return true;
      }
      setState(code === 'SIGN_IN_REQUIRED' ? 'signed-out' : 'offline');
      timer.current = setTimeout(() => void flushRef.current(), AGAIN_MS);
      return false;
    } finally {
      clearTimeout(slow);
    }
  }, [api, attemptId, onClosed, onNewer, writer]);
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
      seq.current += 1;
      touched.current.set(question, performance.now());
      waiting.current[question] = { seq: seq.current, answer, since: Date.now() };
      if (refused.current.delete(question)) setRefusals(new Set(refused.current));
      keepWaiting(attemptId, writer, waiting.current);
      setState((before) => (before === 'saved' || before === 'refused' ? 'saving' : before));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flushRef.current(), REST_MS);
    },
    [attemptId, writer],
  );
  return { flush, give, refusals, refused, state, touched };
}

/**
 * Sends what pages that are gone have left behind, under their own names: what the server has already is kept once. Answers
 * whether another device gave something newer. What is refused is this page's from here on, so that what is given instead
 * replaces it.
 */
async function sendLeft(
  api: Api,
  { adopt, id, own }: { id: string; own: string; adopt: (refused: WaitingAnswer) => void },
): Promise<boolean> {
  let isNewer = false;
  for (const [writer, left] of readWaiting(id)) {
    if (writer === own) continue;
    for (const [question, given] of Object.entries(left)) {
      try {
        const { counts } = await save(api, id, writer, { question, ...given });
        isNewer ||= !counts;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        adopt({ question, ...given });
      }
    }
    keepWaiting(id, writer, {});
  }
  return isNewer;
}

function save(api: Api, id: string, writer: string, { answer, question, seq, since }: WaitingAnswer) {
  const given = { question, answer: mutable(answer), waited: waitedFor(since) };
  return api.exams.save({ id, writer, seq, ...given }, ONCE);
}

function mutable(answer: Answer): string | string[] | Record<string, string> {
  return answer as string | string[] | Record<string, string>;
}
