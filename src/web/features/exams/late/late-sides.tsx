import { useId } from 'react';
import type { LateReview } from '#contract/exams/marking';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { Prose } from '#web/ui/prose/prose.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { LATE_WORDS } from './late-words.ts';
import classes from './review.module.css';
import { ShownAnswer } from './shown-answer.tsx';

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
          <ShownAnswer question={question} answer={counting} />
        </div>
        <div className={classes.side} data-late>
          <h3>{m.late_given()}</h3>
          <ShownAnswer question={question} answer={late} />
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
