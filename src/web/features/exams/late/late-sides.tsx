import { useId } from 'react';
import type { PaperQuestion } from '#contract/exams/exams';
import type { LateReview } from '#contract/exams/marking';
import { isGiven } from '#domain/exams/attempts/is-given';
import { byPlace } from '#domain/exams/kinds/choice-id';
import type { Answer } from '#domain/exams/kinds/kind';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { Prose } from '#web/ui/prose/prose.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { RightAnswer } from '../results/right-answer.tsx';
import { LATE_WORDS } from './late-words.ts';
import classes from './review.module.css';

type Reviewed = LateReview['answers'][number];

interface LateSidesProps {
  answer: Reviewed;
  attemptId: string;
  /** Whether the answer that counts has still to be marked. */
  isUnmarked: boolean;
  choice: boolean | undefined;
  /** Whether it is said that nothing was chosen. */
  isMissing: boolean;
  onChoose: (accept: boolean) => void;
}

/** The answer that counts and the late one side by side, and what is decided. */
export function LateSides(props: LateSidesProps) {
  const { answer, attemptId, choice, isMissing, isUnmarked, onChoose } = props;
  const { counting, late, number, question, receivedAt, state, typedAt } = answer;
  const id = useId();
  return (
    <section className={classes.answer} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{m.late_question({ number })}</h2>
      <Prose html={question.html} />
      <div className={classes.sides}>
        <div className={classes.side}>
          <h3>{m.late_counting()}</h3>
          <Shown question={question} answer={counting} />
        </div>
        <div className={classes.side} data-late>
          <h3>{m.late_given()}</h3>
          <Shown question={question} answer={late} />
          <small>{m.late_times({ typed: formatTime(typedAt), received: formatTime(receivedAt) })}</small>
        </div>
      </div>
      {state === 'waiting' ? (
        <fieldset className={classes.choice}>
          <legend>{m.late_decision({ number })}</legend>
          {[true, false].map((accept) => (
            <label key={String(accept)}>
              <input
                type="radio"
                name={id}
                checked={choice === accept}
                data-missing={isMissing || undefined}
                aria-describedby={isMissing ? `${id}-fault` : undefined}
                onChange={() => onChoose(accept)}
              />
              {accept ? m.late_accept() : m.late_decline()}
            </label>
          ))}
          {isMissing && (
            <p id={`${id}-fault`} className={classes.fault} role="alert">
              {m.late_missing()}
            </p>
          )}
        </fieldset>
      ) : (
        <div>
          <p>{decidedWords(answer)}</p>
          <p className={classes.said}>{m.late_reason_said({ reason: answer.reason })}</p>
          {state === 'accepted' && isUnmarked && (
            <p>
              <TextLink
                to="/admin/marking/$attempt/$question"
                params={{ attempt: attemptId, question: question.id }}
              >
                {m.late_mark()}
              </TextLink>
            </p>
          )}
        </div>
      )}
    </section>
  );
}

function decidedWords({ decidedAt, decider, state }: Reviewed): string {
  const said = { decision: LATE_WORDS[state](), time: formatTime(decidedAt ?? '') };
  return decider === null ? m.late_decided_gone(said) : m.late_decided({ ...said, name: decider });
}

/** An answer as it was given: a file to download, a text, or what was chosen. */
function Shown({ answer, question }: { answer: Answer | null; question: PaperQuestion }) {
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
