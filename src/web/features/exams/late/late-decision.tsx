import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { LateReview } from '#contract/exams/marking';
import { currentOf } from '#web/lib/api/current-of.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';
import { LateSides } from './late-sides.tsx';
import { lateReviewQuery } from './queries.ts';
import classes from './review.module.css';

/** What a marker decides about each late answer, for one reason. What is typed stays, whatever somebody else decides. */
export function LateDecision({ review }: { review: LateReview }) {
  const { answers, attemptId, unmarked } = review;
  const api = useApi();
  const queryClient = useQueryClient();
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({});
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  // What is missing is said once somebody wanted to save.
  const [looks, setLooks] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const waiting = answers.filter(({ state }) => state === 'waiting');
  const isReady = waiting.every(({ id }) => id in choices) && reason.trim() !== '';
  const show = (next: LateReview) => {
    queryClient.setQueryData(lateReviewQuery(api, attemptId).queryKey, next);
    void queryClient.invalidateQueries({ queryKey: ['marking', 'queue'] });
    void queryClient.invalidateQueries({ queryKey: ['exams', 'taken', attemptId] });
  };
  const save = async () => {
    setLooks(!isReady);
    if (!isReady) {
      setTimeout(() =>
        form.current?.querySelector<HTMLElement>('[data-missing], [aria-invalid=true]')?.focus(),
      );
      return;
    }
    setBusy(true);
    try {
      const decisions = waiting.map(({ id }) => ({ id, accept: choices[id] === true }));
      show(await api.marking.decideLate({ attemptId, decisions, reason }));
      setReason((now) => (now === reason ? '' : now));
      toast({ title: m.late_saved() });
    } catch (error) {
      const current = currentOf<LateReview>(error);
      if (current) {
        show(current);
        toast({ title: m.late_failed(), description: m.late_conflict(), variant: 'destructive' });
      } else toastFailure(error, { title: m.late_failed() });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {answers.map((answer) => (
        <LateSides
          key={answer.id}
          answer={answer}
          attemptId={attemptId}
          isUnmarked={unmarked.includes(answer.question.id)}
          choice={choices[answer.id]}
          isMissing={looks && !(answer.id in choices)}
          onChoose={(accept) => setChoices({ ...choices, [answer.id]: accept })}
        />
      ))}
      {waiting.length > 0 && (
        <div className={classes.form}>
          <TextAreaField
            label={m.late_reason()}
            help={m.late_reason_help()}
            rows={3}
            maxLength={1000}
            value={reason}
            error={looks && reason.trim() === '' ? m.late_reason_missing() : undefined}
            onChange={(event) => setReason(event.target.value)}
          />
          <p className={classes.said}>{m.late_effect()}</p>
          <Button type="submit" busy={busy}>
            {busy ? m.late_saving() : m.late_save()}
          </Button>
        </div>
      )}
      <LeaveGuard
        text={m.marking_leave()}
        dirty={() => waiting.length > 0 && (reason.trim() !== '' || waiting.some(({ id }) => id in choices))}
      />
    </form>
  );
}
