import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { answerFingerprint, differingAnswers } from '#domain/exams/attempts/answer-fingerprint';
import type { Answer } from '#domain/exams/kinds/kind';
import { failureCode } from '#web/lib/api/api-error.ts';
import { useApi } from '#web/lib/session/session.ts';
import { attemptQuery, isOlder, readAttempt } from '../queries.ts';

type Answers = Readonly<Record<string, Answer>>;
/** What counts instead of what the page shows, by question; undefined where no answer counts. */
export type Newer = Readonly<Record<string, Answer | undefined>>;

interface Page {
  readonly shown: RefObject<Answers>;
  /** When each question was last answered on this page, by the running clock. */
  readonly touched: RefObject<ReadonlyMap<string, number>>;
  /** Answers of this page that the server refused: what it has instead is not newer. */
  readonly refused: RefObject<ReadonlySet<string>>;
  readonly flush: () => Promise<boolean>;
}

/**
 * What other tabs and devices answered since: asked of the server whenever somebody comes back to this page, and before it is
 * submitted. Nothing on the page changes by itself.
 */
export function useNewer(id: string, { flush, refused, shown, touched }: Page) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [newer, setNewer] = useState<Newer>({});
  const running = useRef<Promise<void>>(undefined);
  const look = useCallback(async (): Promise<void> => {
    if (!(await flush())) return;
    const since = performance.now();
    try {
      const { queryKey } = attemptQuery(api, id);
      const now = await readAttempt(() => api.exams.attempt({ id }));
      // It was submitted, or went on, while the reply was on its way.
      if (isOlder(now, queryClient.getQueryData(queryKey))) return;
      // What was answered here meanwhile is newer than this reply.
      const isSettled = (question: string) =>
        !refused.current.has(question) && (touched.current.get(question) ?? 0) < since;
      const differing = differingAnswers(fingerprintsOf(shown.current), fingerprintsOf(now.answers));
      setNewer(
        now.result
          ? {}
          : Object.fromEntries(
              differing.filter(isSettled).map((question) => [question, now.answers[question]]),
            ),
      );
      queryClient.setQueryData(queryKey, now);
    } catch (error) {
      // Without a connection the server is asked when it is back; it never grades what was not seen.
      if (failureCode(error) === 'ATTEMPT_NOT_FOUND')
        void queryClient.invalidateQueries({ queryKey: ['exams'] });
    }
  }, [api, flush, id, queryClient, refused, shown, touched]);
  const lookForNewer = useCallback((): Promise<void> => {
    running.current ??= look().finally(() => {
      running.current = undefined;
    });
    return running.current;
  }, [look]);
  useEffect(() => {
    const onBack = () => {
      if (document.visibilityState === 'visible') void lookForNewer();
    };
    window.addEventListener('focus', onBack);
    window.addEventListener('online', onBack);
    document.addEventListener('visibilitychange', onBack);
    return () => {
      window.removeEventListener('focus', onBack);
      window.removeEventListener('online', onBack);
      document.removeEventListener('visibilitychange', onBack);
    };
  }, [lookForNewer]);
  const forget = useCallback(
    (question: string) =>
      setNewer((before) =>
        question in before
          ? Object.fromEntries(Object.entries(before).filter(([each]) => each !== question))
          : before,
      ),
    [],
  );
  return { forget, lookForNewer, newer };
}

function fingerprintsOf(answers: Answers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(answers).map(([question, answer]) => [question, answerFingerprint(answer)]),
  );
}
