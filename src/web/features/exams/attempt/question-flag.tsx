import { m } from '#web/lib/messages.ts';
import classes from './exam-player.module.css';

interface QuestionFlagProps {
  number: number;
  isFlagged: boolean;
  onToggle: () => void;
}

/** Marks a question to come back to. */
export function QuestionFlag({ isFlagged, number, onToggle }: QuestionFlagProps) {
  return (
    <button
      type="button"
      className={classes.flag}
      aria-pressed={isFlagged}
      aria-label={m.exams_flag_question({ number })}
      onClick={onToggle}
    >
      <span aria-hidden="true">{isFlagged ? '⚑' : '⚐'}</span> {isFlagged ? m.exams_flagged() : m.exams_flag()}
    </button>
  );
}
