import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ExamAttempt } from '#contract/exams/exams';
import { answerFingerprint } from '#domain/exams/attempts/answer-fingerprint';
import type { Answer } from '#domain/exams/kinds/kind';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { sessionQuery, useApi } from '#web/lib/session/session.ts';
import { useSessionEnded } from '#web/lib/session/use-session-ended.ts';
import { dismissFailures, toast } from '#web/lib/toast.ts';
import { attemptQuery, readAttempt } from '../queries.ts';
import { REPLY_MS } from './reply-in-time.ts';
import { useNewer } from './use-newer.ts';
import { useSaving } from './use-saving.ts';
import { readWaiting } from './waiting-answers.ts';

/** An open attempt as this page shows it: its answers, what other pages answered since, saving, going on and submitting. */
export function useAttempt(attempt: ExamAttempt) {
  const api = useApi();
  const queryClient = useQueryClient();
  const hasEnded = useSessionEnded();
  const { id, questions } = attempt;
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>(() => withWaiting(attempt));
  const [busy, setBusy] = useState(false);
  const shown = useRef(answers);
  /** Files that are on their way become answers when they have arrived. */
  const uploads = useRef(0);
  const reread = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: ['exams'] }),
    [queryClient],
  );
  const look = useRef<() => void>(undefined);
  const onNewer = useCallback(() => look.current?.(), []);
  const onForeign = useCallback(() => {
    reread();
    void queryClient.invalidateQueries(sessionQuery(api));
  }, [api, queryClient, reread]);
  const saving = useSaving(id, { onClosed: reread, onForeign, onNewer });
  const { flush } = saving;
  const { forget, lookForNewer, newer } = useNewer(id, {
    flush,
    shown,
    refused: saving.refused,
    touched: saving.touched,
  });
  look.current = () => void lookForNewer();
  // Who signed in again goes on at once.
  useEffect(() => {
    if (!hasEnded) void flush();
  }, [flush, hasEnded]);
  const show = (question: string, answer: Answer) => {
    shown.current = { ...shown.current, [question]: answer };
    setAnswers(shown.current);
    forget(question);
  };
  const give = (question: string, answer: Answer) => {
    show(question, answer);
    saving.give(question, answer);
  };
  const noteUpload = (isRunning: boolean) => {
    uploads.current += isRunning ? 1 : -1;
  };
  const seen = () =>
    Object.fromEntries(
      Object.entries(shown.current).map(([question, answer]) => [question, answerFingerprint(answer)]),
    );
  /**
   * What goes on with the attempt, once everything is saved: never on answers that this page does not show. Answers whether
   * there were such answers.
   */
  const run = async (title: string, call: () => Promise<ExamAttempt>): Promise<boolean> => {
    const refuse = (description: string) => {
      toast({ title, description, variant: 'destructive', call: id });
      return false;
    };
    setBusy(true);
    try {
      const isSaved = uploads.current === 0 && (await flush());
      if (uploads.current > 0) return refuse(m.exams_submit_uploads());
      if (!isSaved) return refuse(m.exams_submit_waits());
      if (saving.refused.current.size > 0) return refuse(m.exams_submit_refused());
      const { queryKey } = attemptQuery(api, id);
      const now = await readAttempt(call);
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, now);
      dismissFailures(id);
      window.scrollTo({ top: 0 });
    } catch (error) {
      if (failureCode(error) === 'VERSION_CONFLICT') {
        await lookForNewer();
        return true;
      }
      toastFailure(error, { title });
    } finally {
      setBusy(false);
    }
    return false;
  };
  const submit = () =>
    run(m.exams_submit_failed(), async () => {
      const result = await api.exams.submit({ id, seen: seen() });
      void queryClient.invalidateQueries({ queryKey: ['exams', 'exam'] });
      void queryClient.invalidateQueries({ queryKey: ['learning'] });
      return result;
    });
  const goOn = () =>
    run(m.exams_next_failed(), () => {
      const [question = ''] = questions.map((open) => open.id);
      return api.exams.next({ id, question, seen: seen()[question] ?? '' });
    });
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  // A reply that is under way on a slow line is waited for, but not one that a dead line may never bring.
  const onOver = useCallback(
    () =>
      void flush().then(() => {
        const cancelRefetch = performance.now() - askedAt.current >= REPLY_MS;
        if (cancelRefetch) askedAt.current = performance.now();
        return queryClient.invalidateQueries({ queryKey: ['exams'] }, { cancelRefetch });
      }),
    [flush, queryClient],
  );
  return {
    answers,
    busy,
    give,
    goOn,
    lookForNewer,
    newer,
    noteUpload,
    onOver,
    submit,
    state: saving.state,
    /** What waits to be saved outlives the page. */
    isKept: saving.isKept,
    /** Questions whose answer the server did not take. */
    refusals: saving.refusals,
    /** Shows what another page answered, which counts already. */
    takeNewer: (question: string) => show(question, newer[question] ?? ''),
    /** Gives what this page shows once more, so that it counts. */
    keepShown: (question: string) => give(question, shown.current[question] ?? ''),
  };
}

/** What this browser has not sent yet stands over what the server has. */
function withWaiting({ answers, id }: ExamAttempt): Record<string, Answer> {
  const all: Record<string, Answer> = { ...answers };
  for (const [, waiting] of readWaiting(id))
    for (const [question, { answer }] of Object.entries(waiting)) all[question] = answer;
  return all;
}
