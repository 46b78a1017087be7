import type { PaperQuestion } from '#contract/exams/exams';
import { isGiven } from '#domain/exams/attempts/is-given';
import { byPlace } from '#domain/exams/kinds/choice-id';
import type { Answer } from '#domain/exams/kinds/kind';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { RightAnswer } from '../results/right-answer.tsx';
import classes from './exam-player.module.css';

interface NewerAnswerProps {
  question: PaperQuestion;
  /** What counts now; undefined for no answer. */
  answer: Answer | undefined;
  onTake: () => void;
  onKeep: () => void;
}

/** What was answered in another tab or on another device since, under what this page shows: the learner chooses. */
export function NewerAnswer({ answer, onKeep, onTake, question }: NewerAnswerProps) {
  return (
    <div className={classes.newer}>
      <p>
        <strong>{m.exams_newer_here()}</strong>
      </p>
      {answer !== undefined && isGiven(answer) ? (
        <Given question={question} answer={answer} />
      ) : (
        <p>{m.exams_newer_none()}</p>
      )}
      <div className={classes.choices}>
        <Button variant="secondary" size="sm" onClick={onTake}>
          {m.exams_newer_take()}
        </Button>
        <Button variant="secondary" size="sm" onClick={onKeep}>
          {m.exams_newer_keep()}
        </Button>
      </div>
    </div>
  );
}

function Given({ answer, question }: { question: PaperQuestion; answer: Answer }) {
  if (question.upload) return <p>{m.exams_newer_is({ answer: byPlace(answer).name ?? '' })}</p>;
  if (question.words) return <p className={classes.text}>{String(answer)}</p>;
  return <RightAnswer question={question} answer={answer} words={m.exams_newer_words()} isKey={false} />;
}
