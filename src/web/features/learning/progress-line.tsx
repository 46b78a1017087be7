import { m } from '#web/lib/messages.ts';
import classes from './progress-line.module.css';

interface ProgressLineProps {
  title: string;
  done: number;
  total: number;
  /** Only the line, for where the numbers stand elsewhere. */
  bare?: boolean;
}

/** How much of a course is done, as a thin line with its numbers. */
export function ProgressLine({ bare = false, done, title, total }: ProgressLineProps) {
  return (
    <div className={classes.progress}>
      <progress
        className={classes.line}
        aria-label={m.learning_progress_of({ title })}
        value={done}
        max={total || 1}
      />
      {!bare && <span className={classes.words}>{m.learning_done_of({ done, total })}</span>}
    </div>
  );
}
