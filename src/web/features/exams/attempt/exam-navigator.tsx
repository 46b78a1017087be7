import { useState } from 'react';
import type { PaperQuestion } from '#contract/exams/exams';
import { type AnswerState, answerState } from '#domain/exams/attempts/answer-state';
import type { Answer } from '#domain/exams/kinds/kind';
import { m } from '#web/lib/messages.ts';
import classes from './exam-player.module.css';

interface ExamNavigatorProps {
  questions: readonly PaperQuestion[];
  answers: Readonly<Record<string, Answer>>;
  flags: ReadonlySet<string>;
  onGo: (question: string) => void;
}

const STATE: Readonly<Record<AnswerState, () => string>> = {
  none: m.exams_nav_none,
  partly: m.exams_nav_partly,
  given: m.exams_nav_given,
};

/** Every question by its number, with whether it is answered and flagged; leads to each. */
export function ExamNavigator({ answers, flags, onGo, questions }: ExamNavigatorProps) {
  const states = questions.map((question) => answerState(question, answers[question.id]));
  // On a phone it would leave little room for the questions.
  const [isWide] = useState(() => window.matchMedia('(min-width: 900px)').matches);
  return (
    <nav className={classes.navigator} aria-label={m.exams_nav()}>
      <details open={isWide}>
        <summary>
          {m.exams_answered({
            done: states.filter((state) => state !== 'none').length,
            total: questions.length,
          })}
        </summary>
        <ol className={classes.numbers}>
          {questions.map(({ id }, at) => {
            const state = states[at] ?? 'none';
            const isFlagged = flags.has(id);
            return (
              <li key={id}>
                <button
                  type="button"
                  data-state={state}
                  data-flagged={isFlagged || undefined}
                  aria-label={[
                    m.exams_question({ number: at + 1 }),
                    STATE[state](),
                    ...(isFlagged ? [m.exams_nav_flagged()] : []),
                  ].join(', ')}
                  onClick={() => onGo(id)}
                >
                  {at + 1}
                  {isFlagged && <span aria-hidden="true">⚑</span>}
                </button>
              </li>
            );
          })}
        </ol>
        <p className={classes.legend}>{m.exams_nav_legend()}</p>
      </details>
    </nav>
  );
}
