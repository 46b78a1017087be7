import type { Ref } from 'react';
import type { MarkedAnswer } from '#contract/exams/marking';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { isReplaced, isRescaled } from './mark.ts';
import classes from './marking.module.css';

interface MarkConflictProps {
  ref: Ref<HTMLElement>;
  /** What the form began with. */
  seen: MarkedAnswer;
  theirs: MarkedAnswer;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/**
 * Somebody else marked the answer meanwhile, let a late one count, or changed what its question is worth: what they gave,
 * beside what stands in the form.
 */
export function MarkConflict({ onKeepMine, onTakeTheirs, ref, seen, theirs }: MarkConflictProps) {
  const { comment, final, given, levels, marker, points, rubric } = theirs;
  const replaced = isReplaced(seen, theirs);
  const rescaled = isRescaled(seen, theirs);
  const isMarked = theirs.version !== seen.version;
  return (
    <section ref={ref} tabIndex={-1} className={classes.conflict} aria-labelledby="conflict" role="alert">
      <h2 id="conflict">{titleOf({ replaced, isMarked })}</h2>
      {replaced && <p>{m.marking_replaced()}</p>}
      {rescaled && <p>{m.marking_rescaled({ before: seen.points, after: points })}</p>}
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
          {isMarked && <p>{final ? m.marking_conflict_final() : m.marking_conflict_text()}</p>}
        </>
      )}
      <div className={classes.choices}>
        <Button size="sm" variant="secondary" onClick={onTakeTheirs}>
          {given === null ? m.marking_clear() : isMarked ? m.marking_take_theirs() : m.marking_take_saved()}
        </Button>
        <Button size="sm" variant="secondary" onClick={onKeepMine}>
          {m.marking_keep_mine()}
        </Button>
      </div>
    </section>
  );
}

function titleOf({ isMarked, replaced }: { replaced: boolean; isMarked: boolean }): string {
  if (replaced) return m.marking_replaced_title();
  return isMarked ? m.marking_conflict_title() : m.marking_rescaled_title();
}
