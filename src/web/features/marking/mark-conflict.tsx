import type { MarkedAnswer } from '#contract/exams/marking';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './marking.module.css';

interface MarkConflictProps {
  theirs: MarkedAnswer;
  /** Whether the answer is another one than was read. */
  isReplaced: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Somebody else marked the answer meanwhile, or let a late one count: what they gave, beside what stands in the form. */
export function MarkConflict({ isReplaced, onKeepMine, onTakeTheirs, theirs }: MarkConflictProps) {
  const { comment, final, given, levels, marker, points, rubric } = theirs;
  return (
    <section className={classes.conflict} aria-labelledby="conflict" role="alert">
      <h2 id="conflict">{isReplaced ? m.marking_replaced_title() : m.marking_conflict_title()}</h2>
      {isReplaced && <p>{m.marking_replaced()}</p>}
      {given !== null && (
        <>
          <p>
            {marker && m.marking_marked_by({ name: marker })}{' '}
            {m.marking_sum({ points: Math.round(given * 100) / 100, max: points })}
          </p>
          {rubric.map((criterion, place) => (
            <p key={criterion.text}>
              {criterion.text}: <strong>{criterion.levels[levels?.[place] ?? -1]?.text}</strong>
            </p>
          ))}
          {comment && <blockquote>{comment}</blockquote>}
          <p>{final ? m.marking_conflict_final() : m.marking_conflict_text()}</p>
        </>
      )}
      <div className={classes.choices}>
        <Button size="sm" variant="secondary" onClick={onTakeTheirs}>
          {given === null ? m.marking_clear() : m.marking_take_theirs()}
        </Button>
        <Button size="sm" variant="secondary" onClick={onKeepMine}>
          {m.marking_keep_mine()}
        </Button>
      </div>
    </section>
  );
}
