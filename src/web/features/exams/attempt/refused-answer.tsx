import { answerLength, maxAnswerLength } from '#domain/exams/attempts/answer-length';
import type { Answer } from '#domain/exams/kinds/kind';
import { m } from '#web/lib/messages.ts';
import classes from '../exams.module.css';

/** Why the server did not take an answer; what was written stays in its field. */
export function RefusedAnswer({ answer, kind }: { answer: Answer | undefined; kind: string }) {
  const count = answerLength(answer ?? '');
  const max = maxAnswerLength(kind);
  return (
    <p role="alert" className={classes.fault}>
      {count > max ? m.exams_refused_long({ count, max }) : m.exams_refused()}
    </p>
  );
}
