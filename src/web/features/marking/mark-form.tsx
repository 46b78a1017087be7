import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import type { MarkedAnswer } from '#contract/exams/marking';
import { mergeVersions } from '#domain/merge-versions';
import { failureCode } from '#web/lib/api/api-error.ts';
import { currentOf } from '#web/lib/api/current-of.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { toast } from '#web/lib/toast.ts';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import { isKept, isPoints, isReplaced, isRescaled, isSame, markOf } from './mark.ts';
import { MarkActions } from './mark-actions.tsx';
import { MarkConflict } from './mark-conflict.tsx';
import classes from './marking.module.css';
import { PublishDialog } from './publish-dialog.tsx';
import { markedQuery } from './queries.ts';

/** Where a marker goes once the mark is saved. */
type Then = 'stay' | 'next';

/**
 * The mark of an answer: a level for each criterion, or points; and a word to the learner. What is typed stays, whatever
 * somebody else saves meanwhile.
 */
export function MarkForm({ answer }: { answer: MarkedAnswer }) {
  const { attemptId, final, last, marker, next: following, question, rubric } = answer;
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const api = useApi();
  const queryClient = useQueryClient();
  // What the form began with: a mark is saved over nothing that was not seen.
  const [base, setBase] = useState(answer);
  const [mark, setMark] = useState(() => markOf(answer));
  const [busy, setBusy] = useState(false);
  // What is missing is said once somebody wanted to save.
  const [looks, setLooks] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const conflict = useRef<HTMLElement>(null);
  // What a save of this form met.
  const met = useRef<MarkedAnswer>(null);
  // A published result changes only on purpose.
  const [isCorrection, setCorrecting] = useState(false);
  // A late answer that is accepted takes the result back.
  const correcting = final && isCorrection;
  const [reason, setReason] = useState('');
  // What stands in the form when a save has finished.
  const now = useRef({ mark, reason });
  useEffect(() => {
    now.current = { mark, reason };
  });
  const [asking, setAsking] = useState<Then | null>(null);
  const isLocked = final && !correcting;
  const { comment, levels, points } = mark;
  const rescaled = isRescaled(base, answer);
  const isBehind = answer.version !== base.version || rescaled;
  const adopt = (next: MarkedAnswer) => {
    setBase(next);
    setMark(markOf(next));
  };
  if (isBehind && (isSame(mark, markOf(base)) || (!rescaled && isKept(mark, answer)))) {
    // A correction that counts already is made once.
    if (!isSame(mark, markOf(base))) setCorrecting(false);
    adopt(answer);
  }
  useEffect(() => {
    if (!isBehind || met.current?.version !== answer.version) return;
    met.current = null;
    // Above what was just typed, where the toast doesn't cover it.
    conflict.current?.focus({ preventScroll: true });
    conflict.current?.scrollIntoView();
  }, [answer.version, isBehind]);
  const isReady =
    (rubric.length > 0 ? levels.every((level) => level !== null) : isPoints(points, answer.points)) &&
    (!correcting || reason.trim() !== '');
  const show = (next: MarkedAnswer) =>
    queryClient.setQueryData(markedQuery(api, attemptId, question).queryKey, next);
  const sayFailed = async (error: unknown) => {
    const current = currentOf<MarkedAnswer>(error);
    if (current) {
      met.current = current;
      show(current);
    }
    const description = current && conflictWords(base, current);
    toastFailure(error, { title: m.marking_failed(), ...(description && { description }) });
    if (failureCode(error) !== 'RESULT_FINAL') return;
    await queryClient.invalidateQueries({ queryKey: markedQuery(api, attemptId, question).queryKey });
    // Published by somebody else meanwhile: what was typed becomes a correction.
    setCorrecting(true);
  };
  const save = async (then: Then, isConfirmed = false) => {
    setLooks(!isReady);
    if (!isReady) {
      setTimeout(() =>
        form.current?.querySelector<HTMLElement>('[data-missing], [aria-invalid=true]')?.focus(),
      );
      return;
    }
    if (last && !isConfirmed) {
      setAsking(then);
      return;
    }
    setAsking(null);
    const stillHere = noteVisit();
    setBusy(true);
    const given =
      rubric.length > 0 ? { levels: levels.map(Number) } : { points: Number(points), outOf: base.points };
    try {
      const sending = api.marking.mark({
        attemptId,
        question,
        version: base.version,
        comment,
        ...given,
        // What was not confirmed is not published, should the others have been marked meanwhile.
        ...(correcting ? { reason } : { publish: isConfirmed }),
      });
      const next = await sending.catch((error: unknown) => {
        const current = currentOf<MarkedAnswer>(error);
        // It counts already: the reply to an earlier save was lost.
        if (current && isKept(mark, current) && !isReplaced(base, current) && !isRescaled(base, current))
          return current;
        throw error;
      });
      const typed = now.current;
      const goingOn = mergeVersions(mark, typed.mark, markOf(next)).merged;
      const isTyped = !isSame(goingOn, markOf(next));
      setBase(next);
      // What was typed while the save was running stays; of a published result it is a correction.
      setMark(goingOn);
      show(next);
      setCorrecting(next.final && isTyped);
      setReason(isTyped ? typed.reason : '');
      void queryClient.invalidateQueries({ queryKey: ['marking', 'queue'] });
      toast({ title: correcting ? m.marking_corrected() : m.marking_saved() });
      const { next: other } = next;
      if (then === 'next' && other && !isTyped && stillHere())
        void navigate({
          to: '/admin/marking/$attempt/$question',
          params: { attempt: other.attemptId, question: other.question },
          ignoreBlocker: true,
        });
    } catch (error) {
      await sayFailed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save('stay');
      }}
    >
      {isBehind && (
        <MarkConflict
          ref={conflict}
          seen={base}
          theirs={answer}
          onKeepMine={() => setBase(answer)}
          onTakeTheirs={() => adopt(answer)}
        />
      )}
      <Rubric
        answer={answer}
        isLocked={isLocked}
        levels={levels}
        looks={looks}
        onChange={(next) => setMark({ ...mark, levels: next })}
      />
      {rubric.length === 0 && (
        <TextField
          label={m.marking_points({ points: answer.points })}
          inputMode="decimal"
          value={points}
          readOnly={isLocked}
          error={
            looks && !isPoints(points, answer.points)
              ? m.marking_points_missing({ points: answer.points })
              : undefined
          }
          onChange={(event) => setMark({ ...mark, points: event.target.value.replace(',', '.') })}
        />
      )}
      <TextAreaField
        label={m.marking_comment()}
        help={m.marking_comment_help()}
        rows={6}
        maxLength={5000}
        value={comment}
        readOnly={isLocked}
        onChange={(event) => setMark({ ...mark, comment: event.target.value })}
      />
      {answer.given !== null && !isBehind && (
        <p className={classes.quiet}>
          {marker && m.marking_marked_by({ name: marker })}{' '}
          {m.marking_sum({ points: Math.round(answer.given * 100) / 100, max: answer.points })}
        </p>
      )}
      {correcting && (
        <TextAreaField
          label={m.marking_reason()}
          help={m.marking_reason_help()}
          rows={3}
          maxLength={1000}
          value={reason}
          error={looks && reason.trim() === '' ? m.marking_reason_missing() : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      <MarkActions
        isLocked={isLocked}
        isCorrecting={correcting}
        isBlocked={busy || isBehind}
        busy={busy}
        onSaveNext={following ? () => void save('next') : null}
        onCorrect={() => setCorrecting(true)}
        onCancel={() => {
          setCorrecting(false);
          setMark(markOf(base));
        }}
      />
      <PublishDialog
        open={asking !== null}
        onCancel={() => setAsking(null)}
        onPublish={() => void save(asking ?? 'stay', true)}
      />
      <LeaveGuard
        text={m.marking_leave()}
        dirty={() => (!isLocked && !isSame(mark, markOf(base))) || (correcting && reason.trim() !== '')}
      />
    </form>
  );
}

function conflictWords(seen: MarkedAnswer, now: MarkedAnswer): string {
  if (isReplaced(seen, now)) return m.marking_replaced();
  if (now.version === seen.version && isRescaled(seen, now))
    return m.marking_rescaled({ before: seen.points, after: now.points });
  return m.marking_conflict();
}

interface RubricProps {
  answer: MarkedAnswer;
  isLocked: boolean;
  levels: readonly (number | null)[];
  /** Whether a criterion without a level is marked as missing. */
  looks: boolean;
  onChange: (levels: (number | null)[]) => void;
}

function Rubric({ answer: { rubric }, isLocked, levels, looks, onChange }: RubricProps) {
  const id = useId();
  return rubric.map((criterion, place) => {
    const isMissing = looks && levels[place] === null;
    const fault = `${id}-${place}`;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: two criteria may read alike; their places never change.
      <fieldset key={place} className={classes.criterion} disabled={isLocked}>
        <legend>{criterion.text}</legend>
        {criterion.levels.map(({ points, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two levels may read alike; their places never change.
          <label key={index}>
            <input
              type="radio"
              name={`criterion-${place}`}
              checked={levels[place] === index}
              data-missing={isMissing || undefined}
              aria-describedby={isMissing ? fault : undefined}
              onChange={() => onChange(levels.map((level, at) => (at === place ? index : level)))}
            />
            {m.marking_level({ text, points })}
          </label>
        ))}
        {isMissing && (
          <p id={fault} className={classes.fault} role="alert">
            {m.marking_level_missing()}
          </p>
        )}
      </fieldset>
    );
  });
}
