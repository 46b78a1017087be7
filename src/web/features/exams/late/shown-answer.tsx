import type { PaperQuestion } from '#contract/exams/exams';
import { isGiven } from '#domain/exams/attempts/is-given';
import { byPlace } from '#domain/exams/kinds/choice-id';
import type { Answer } from '#domain/exams/kinds/kind';
import { m } from '#web/lib/messages.ts';
import { RightAnswer } from '../results/right-answer.tsx';
import classes from './review.module.css';

/** An answer as it was given: a file to download, a text, or what was chosen. */
export function ShownAnswer({ answer, question }: { answer: Answer | null; question: PaperQuestion }) {
  if (answer === null || !isGiven(answer)) return <p>{m.late_none()}</p>;
  const { file, name } = byPlace(answer);
  if (question.upload)
    return (
      <a href={`/api/exam-files/${file}`} download>
        {name}
      </a>
    );
  if (question.words) return <p className={classes.text}>{String(answer)}</p>;
  return <RightAnswer question={question} answer={answer} words="" isKey={false} />;
}
