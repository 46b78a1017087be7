import { useId } from 'react';
import type { ExamAttempt, ExamResultReply } from '#contract/exams/exams';
import { LATE_DAYS } from '#domain/exams/attempts/late-answer';
import type { Answer } from '#domain/exams/kinds/kind';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { RowList } from '#web/ui/layout/row-list.tsx';
import { readRefused } from '../attempt/waiting-answers.ts';
import classes from './late.module.css';
import { LATE_WORDS } from './late-words.ts';
import { ShownAnswer } from './shown-answer.tsx';
import { useSendLate } from './use-send-late.ts';

interface LateAnswersProps {
  attempt: ExamAttempt;
  late: ExamResultReply['late'];
}

/** What the candidate typed in time and could not send before the deadline: what has arrived, and what was decided. */
export function LateAnswers({ attempt: { id, questions }, late }: LateAnswersProps) {
  const { refused, unsent } = useSendLate(id);
  const title = useId();
  const waiting = late.filter(({ state }) => state === 'waiting').length;
  // Read anew whenever something was sent.
  const left = readRefused(id);
  if (late.length + left.length + refused + unsent === 0) return null;
  return (
    <section className={classes.late} aria-labelledby={title}>
      <h2 id={title}>{m.late_title()}</h2>
      <div role="status">
        {unsent > 0 && <p>{m.late_unsent({ count: unsent })}</p>}
        {waiting > 0 && <p>{m.late_waiting({ count: waiting })}</p>}
        {refused > 0 && <p>{m.late_refused({ count: refused, days: LATE_DAYS })}</p>}
      </div>
      {late.length > 0 && (
        <RowList>
          {late.map(({ question, reason, receivedAt, state, typedAt }) => (
            <li key={`${question} ${typedAt}`}>
              <span>
                <strong>
                  {m.late_question({ number: questions.findIndex((each) => each.id === question) + 1 })}
                </strong>
                <small>
                  {m.late_times({ typed: formatTime(typedAt), received: formatTime(receivedAt) })}
                </small>
              </span>
              <span>
                {LATE_WORDS[state]()}
                {reason && <small>{m.late_reason_said({ reason })}</small>}
              </span>
            </li>
          ))}
        </RowList>
      )}
      {left.length > 0 && (
        <>
          <h3>{m.late_left()}</h3>
          <ul className={classes.left}>
            {left.map(({ answer, name, question }) => (
              <Left
                key={name}
                answer={answer}
                at={questions.findIndex(({ id }) => id === question)}
                paper={questions}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** An answer that the server refused, as it stands in this browser. */
function Left({ answer, at, paper }: { answer: Answer; at: number; paper: ExamAttempt['questions'] }) {
  const question = paper[at];
  if (!question) return null;
  return (
    <li>
      <strong>{m.late_question({ number: at + 1 })}</strong>
      <ShownAnswer question={question} answer={answer} />
    </li>
  );
}
