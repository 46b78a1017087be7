import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { ExamAttempt } from '#contract/exams';
import { isGiven } from '#domain/exams/is-given';
import type { Answer } from '#domain/exams/kinds/kind';
import { holdPage } from '#web/lib/held-page.ts';
import { m } from '#web/lib/messages.ts';
import { useApi, useUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import classes from './exams.module.css';
import { attemptQuery } from './queries.ts';
import { QuestionCard } from './question-card.tsx';
import { SaveWords, type SignInHere } from './save-words.tsx';
import { TimeLeft } from './time-left.tsx';
import { useSaving } from './use-saving.ts';
import { readWaiting } from './waiting-answers.ts';

/** An open attempt: every question, what is saved, the time left, and handing in. */
export function ExamPlayer({ attempt, signIn }: { attempt: ExamAttempt; signIn: SignInHere }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const userId = useUser()?.id;
  const { forward, id, questions } = attempt;
  const isLast = forward === null || forward.place === forward.total;
  const [answers, setAnswers] = useState<Record<string, Answer>>(() => withWaiting(attempt));
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(holdPage, []);
  const reread = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: ['exams'] }),
    [queryClient],
  );
  const [round, setRound] = useState(0);
  const onNewer = useCallback(() => {
    void api.exams.attempt({ id }).then((now) => {
      setAnswers(now.answers);
      setRound((before) => before + 1);
      toast({ title: m.exams_newer_title(), description: m.exams_newer_text() });
    }, reread);
  }, [api, id, reread]);
  const { flush, give, state } = useSaving(id, { onClosed: reread, onNewer });
  // Who signed in again goes on at once.
  useEffect(() => {
    if (userId) void flush();
  }, [flush, userId]);
  const onDoubt = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: attemptQuery(api, id).queryKey }),
    [api, id, queryClient],
  );
  const onOver = useCallback(() => void flush().then(reread), [flush, reread]);
  const answered = questions.filter((question) => isGiven(answers[question.id])).length;
  const missing = questions.length - answered;
  const submit = async () => {
    setBusy(true);
    try {
      if (await flush()) {
        const result = await api.exams.submit({ id });
        queryClient.setQueryData(attemptQuery(api, id).queryKey, result);
        void queryClient.invalidateQueries({ queryKey: ['exams', 'exam'] });
        void queryClient.invalidateQueries({ queryKey: ['learning'] });
        window.scrollTo({ top: 0 });
      } else
        toast({
          title: m.exams_submit_failed(),
          description: m.exams_submit_waits(),
          variant: 'destructive',
        });
    } catch (error) {
      toastFailure(error, { title: m.exams_submit_failed() });
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  const goOn = async () => {
    const [open] = questions;
    if (!open) return;
    setBusy(true);
    try {
      if (await flush())
        queryClient.setQueryData(
          attemptQuery(api, id).queryKey,
          await api.exams.next({ id, question: open.id }),
        );
      window.scrollTo({ top: 0 });
    } catch (error) {
      toastFailure(error, { title: m.exams_next_failed() });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className={classes.bar}>
        <SaveWords state={state} signIn={signIn} />
        <span className={classes.count}>
          {forward
            ? m.exams_forward_place(forward)
            : m.exams_answered({ done: answered, total: questions.length })}
        </span>
        {attempt.deadlineAt && (
          <TimeLeft deadlineAt={attempt.deadlineAt} now={attempt.now} onDoubt={onDoubt} onOver={onOver} />
        )}
      </div>
      {questions.map((question, at) => (
        <QuestionCard
          key={`${question.id} ${round}`}
          question={question}
          number={forward?.place ?? at + 1}
          attemptId={id}
          value={answers[question.id]}
          onAnswer={(answer) => {
            setAnswers((before) => ({ ...before, [question.id]: answer }));
            give(question.id, answer);
          }}
        />
      ))}
      <div className={classes.end}>
        {isLast ? (
          <Button size="lg" onClick={() => setAsking(true)}>
            {m.exams_submit()}
          </Button>
        ) : (
          <>
            <Button size="lg" onClick={goOn} disabled={busy}>
              {m.exams_next()}
            </Button>
            <p className={classes.hint}>{m.exams_forward_hint()}</p>
          </>
        )}
      </div>
      <Dialog open={asking} onClose={() => setAsking(false)} title={m.exams_submit_title()}>
        <p>
          {missing === 0 || forward
            ? forward
              ? m.exams_submit_forward()
              : m.exams_submit_all()
            : m.exams_submit_missing({ count: missing, total: questions.length })}
        </p>
        <DialogActions>
          <Button variant="secondary" onClick={() => setAsking(false)}>
            {m.ui_cancel()}
          </Button>
          <Button onClick={submit} disabled={busy}>
            {busy ? m.exams_submitting() : m.exams_submit()}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

/** What this browser has not sent yet stands over what the server has. */
function withWaiting({ answers, id }: ExamAttempt): Record<string, Answer> {
  const all: Record<string, Answer> = { ...answers };
  for (const [, waiting] of readWaiting(id))
    for (const [question, { answer }] of Object.entries(waiting)) all[question] = answer;
  return all;
}
