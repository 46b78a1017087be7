import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MarkedAnswer } from '#contract/marking';
import { ApiError, failureCode } from '#web/lib/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField, TextField } from '#web/ui/text-field.tsx';
import classes from './marking.module.css';
import { markedQuery } from './queries.ts';

/** The mark of an answer: a level for each criterion, or points; and a word to the learner. */
export function MarkForm({ answer }: { answer: MarkedAnswer }) {
  const { attemptId, final, marker, question, rubric } = answer;
  const api = useApi();
  const queryClient = useQueryClient();
  const [levels, setLevels] = useState<(number | null)[]>(() => answer.levels ?? rubric.map(() => null));
  const [points, setPoints] = useState(answer.given === null ? '' : String(answer.given));
  const [comment, setComment] = useState(answer.comment);
  const [busy, setBusy] = useState(false);
  const isReady =
    rubric.length > 0 ? levels.every((level) => level !== null) : isPoints(points, answer.points);
  const show = (next: MarkedAnswer) =>
    queryClient.setQueryData(markedQuery(api, attemptId, question).queryKey, next);
  const save = async () => {
    setBusy(true);
    const mark = rubric.length > 0 ? { levels: levels.map(Number) } : { points: Number(points) };
    try {
      show(await api.marking.mark({ attemptId, question, version: answer.version, comment, ...mark }));
      void queryClient.invalidateQueries({ queryKey: ['marking', 'queue'] });
      toast({ title: m.marking_saved() });
    } catch (error) {
      if (failureCode(error) === 'VERSION_CONFLICT' && error instanceof ApiError) {
        await queryClient.invalidateQueries({ queryKey: ['marking', 'answer'] });
        toast({ title: m.marking_failed(), description: m.marking_conflict(), variant: 'destructive' });
      } else toastFailure(error, { title: m.marking_failed() });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Rubric answer={answer} levels={levels} onChange={setLevels} />
      {rubric.length === 0 && (
        <TextField
          label={m.marking_points({ points: answer.points })}
          inputMode="decimal"
          value={points}
          disabled={final}
          onChange={(event) => setPoints(event.target.value.replace(',', '.'))}
        />
      )}
      <TextAreaField
        label={m.marking_comment()}
        help={m.marking_comment_help()}
        rows={6}
        maxLength={5000}
        value={comment}
        disabled={final}
        onChange={(event) => setComment(event.target.value)}
      />
      {answer.given !== null && (
        <p className={classes.quiet}>
          {marker && m.marking_marked_by({ name: marker })}{' '}
          {m.marking_sum({ points: Math.round(answer.given * 100) / 100, max: answer.points })}
        </p>
      )}
      {final ? (
        <p role="status">{m.marking_final()}</p>
      ) : (
        <Button type="submit" disabled={!isReady || busy}>
          {busy ? m.marking_saving() : m.marking_save()}
        </Button>
      )}
    </form>
  );
}

interface RubricProps {
  answer: MarkedAnswer;
  levels: readonly (number | null)[];
  onChange: (levels: (number | null)[]) => void;
}

function Rubric({ answer: { final, rubric }, levels, onChange }: RubricProps) {
  return rubric.map((criterion, place) => (
    <fieldset key={criterion.text} className={classes.criterion} disabled={final}>
      <legend>{criterion.text}</legend>
      {criterion.levels.map(({ points, text }, index) => (
        <label key={`${text} ${points}`}>
          <input
            type="radio"
            name={`criterion-${place}`}
            checked={levels[place] === index}
            onChange={() => onChange(levels.map((level, at) => (at === place ? index : level)))}
          />
          {m.marking_level({ text, points })}
        </label>
      ))}
    </fieldset>
  ));
}

function isPoints(text: string, most: number): boolean {
  const points = Number(text);
  return text.trim() !== '' && Number.isFinite(points) && points >= 0 && points <= most;
}
