import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { MarkedAnswer } from '#contract/marking';
import { ApiError, failureCode } from '#web/lib/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { TextAreaField, TextField } from '#web/ui/text-field.tsx';
import { MarkConflict } from './mark-conflict.tsx';
import classes from './marking.module.css';
import { markedQuery } from './queries.ts';

/** What stands in the form. */
interface Mark {
  readonly levels: readonly (number | null)[];
  readonly points: string;
  readonly comment: string;
}

/**
 * The mark of an answer: a level for each criterion, or points; and a word to the learner. What is typed stays, whatever
 * somebody else saves meanwhile.
 */
export function MarkForm({ answer }: { answer: MarkedAnswer }) {
  const { attemptId, final, marker, question, rubric } = answer;
  const api = useApi();
  const queryClient = useQueryClient();
  // What the form began with: a mark is saved over nothing that was not seen.
  const [base, setBase] = useState(answer);
  const [mark, setMark] = useState(() => markOf(answer));
  const [busy, setBusy] = useState(false);
  // What is missing is said once somebody wanted to save.
  const [looks, setLooks] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { comment, levels, points } = mark;
  const isBehind = answer.version !== base.version;
  const adopt = (next: MarkedAnswer) => {
    setBase(next);
    setMark(markOf(next));
  };
  if (isBehind && (isSame(mark, markOf(base)) || isSame(mark, markOf(answer)))) adopt(answer);
  const isReady =
    rubric.length > 0 ? levels.every((level) => level !== null) : isPoints(points, answer.points);
  const show = (next: MarkedAnswer) =>
    queryClient.setQueryData(markedQuery(api, attemptId, question).queryKey, next);
  const save = async () => {
    setLooks(!isReady);
    if (!isReady) {
      setTimeout(() =>
        form.current?.querySelector<HTMLElement>('[data-missing], [aria-invalid=true]')?.focus(),
      );
      return;
    }
    setBusy(true);
    const given = rubric.length > 0 ? { levels: levels.map(Number) } : { points: Number(points) };
    try {
      const next = await api.marking.mark({ attemptId, question, version: base.version, comment, ...given });
      adopt(next);
      show(next);
      void queryClient.invalidateQueries({ queryKey: ['marking', 'queue'] });
      toast({ title: m.marking_saved() });
    } catch (error) {
      if (failureCode(error) === 'VERSION_CONFLICT' && error instanceof ApiError) {
        show((error.data as { current: MarkedAnswer }).current);
        toast({ title: m.marking_failed(), description: m.marking_conflict(), variant: 'destructive' });
      } else toastFailure(error, { title: m.marking_failed() });
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
        void save();
      }}
    >
      {isBehind && (
        <MarkConflict theirs={answer} onKeepMine={() => setBase(answer)} onTakeTheirs={() => adopt(answer)} />
      )}
      <Rubric
        answer={answer}
        levels={levels}
        looks={looks}
        onChange={(next) => setMark({ ...mark, levels: next })}
      />
      {rubric.length === 0 && (
        <TextField
          label={m.marking_points({ points: answer.points })}
          inputMode="decimal"
          value={points}
          readOnly={final}
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
        readOnly={final}
        onChange={(event) => setMark({ ...mark, comment: event.target.value })}
      />
      {answer.given !== null && !isBehind && (
        <p className={classes.quiet}>
          {marker && m.marking_marked_by({ name: marker })}{' '}
          {m.marking_sum({ points: Math.round(answer.given * 100) / 100, max: answer.points })}
        </p>
      )}
      {final ? (
        <p role="status">{m.marking_final()}</p>
      ) : (
        <Button type="submit" disabled={busy || isBehind}>
          {busy ? m.marking_saving() : m.marking_save()}
        </Button>
      )}
      <LeaveGuard text={m.marking_leave()} when={() => !final && !isSame(mark, markOf(base))} />
    </form>
  );
}

function markOf({ comment, given, levels, rubric }: MarkedAnswer): Mark {
  return {
    ...{ levels: levels ?? rubric.map(() => null), comment },
    points: given === null || rubric.length > 0 ? '' : String(given),
  };
}

function isSame(one: Mark, other: Mark): boolean {
  return (
    one.comment === other.comment &&
    one.points === other.points &&
    one.levels.every((level, place) => level === other.levels[place])
  );
}

interface RubricProps {
  answer: MarkedAnswer;
  levels: readonly (number | null)[];
  /** Whether a criterion without a level is told so. */
  looks: boolean;
  onChange: (levels: (number | null)[]) => void;
}

function Rubric({ answer: { final, rubric }, levels, looks, onChange }: RubricProps) {
  const id = useId();
  return rubric.map((criterion, place) => {
    const isMissing = looks && levels[place] === null;
    const fault = `${id}-${place}`;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: two criteria may read alike; their places never change.
      <fieldset key={place} className={classes.criterion} disabled={final}>
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

function isPoints(text: string, most: number): boolean {
  const points = Number(text);
  return text.trim() !== '' && Number.isFinite(points) && points >= 0 && points <= most;
}
