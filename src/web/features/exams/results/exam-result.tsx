import { Suspense, useState } from 'react';
import type { ExamAttempt, ExamResultReply } from '#contract/exams/exams';
import { formatTime } from '#web/lib/format.ts';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { QuestionCard } from '../attempt/question-card.tsx';
import { readRefused, readWaiting } from '../attempt/waiting-answers.ts';
import classes from '../exams.module.css';
import { Explained } from './explained.tsx';
import { MarkSaid } from './mark-said.tsx';

// Only who has a result needs it.
const TopicResults = latePart(() => import('./topic-results.tsx'), 'TopicResults');

// Hardly anybody loses the connection at the deadline.
const LateAnswers = latePart(() => import('../late/late-answers.tsx'), 'LateAnswers');

/** What came of an attempt, and, as far as the exam's rules allow, why. */
export function ExamResult({ attempt, result }: { attempt: ExamAttempt; result: ExamResultReply }) {
  const { checking, endedBy, marks, passed, passMark, percent, regraded, review, waiting } = result;
  const [isLate] = useState(
    () => result.late.length > 0 || readWaiting(attempt.id).length + readRefused(attempt.id).length > 0,
  );
  const byId = new Map(review?.map((each) => [each.id, each]));
  const said = new Map(marks.map((each) => [each.id, each]));
  return (
    <>
      <section className={classes.verdict} data-passed={passed || undefined} aria-labelledby="verdict">
        <h2 id="verdict">{verdictWords(waiting, passed === true)}</h2>
        <p>
          {waiting
            ? waitingWords(checking)
            : m.exams_result({ percent: Math.floor(percent ?? 0), mark: passMark })}
        </p>
        {endedBy === 'deadline' && <p>{m.exams_by_deadline()}</p>}
        {regraded && <p>{m.exams_regraded()}</p>}
        {!review && !waiting && <p>{hiddenWords(result)}</p>}
      </section>
      {isLate && (
        <Suspense>
          <LateAnswers attempt={attempt} late={result.late} />
        </Suspense>
      )}
      {result.topics.length > 0 && (
        <Suspense>
          <TopicResults attempt={attempt} result={result} />
        </Suspense>
      )}
      {(review || marks.some(({ comment }) => comment)) &&
        attempt.questions.map((question, at) => {
          const graded = byId.get(question.id);
          const mark = said.get(question.id);
          if (!graded && !mark?.comment) return null;
          return (
            <div key={question.id} id={`question-${at + 1}`} className={classes.target}>
              <QuestionCard
                question={question}
                number={at + 1}
                value={attempt.answers[question.id]}
                disabled
                onAnswer={ignore}
              >
                {mark && <MarkSaid mark={mark} />}
                {graded && <Explained question={question} graded={graded} />}
              </QuestionCard>
            </div>
          );
        })}
    </>
  );
}

/** Why what was right is not shown, and when it will be. */
function hiddenWords({ feedback: { at, rule } }: ExamResultReply): string {
  if (rule === 'after-passing') return m.exams_review_after_passing();
  if (rule === 'never' || at === null) return m.exams_review_never();
  return m.exams_review_after_closing({ time: formatTime(at) });
}

function waitingWords(checking: boolean): string {
  return checking ? m.exams_checking_text() : m.exams_waiting_text();
}

function verdictWords(waiting: boolean, passed: boolean): string {
  if (waiting) return m.exams_waiting_title();
  return passed ? m.exams_passed_title() : m.exams_failed_title();
}

function ignore(): void {
  // A finished attempt takes no answers.
}
