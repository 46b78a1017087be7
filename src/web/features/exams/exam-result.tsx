import type { ExamAttempt, ExamResultReply, PaperQuestion } from '#contract/exams';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { Prose } from '#web/ui/prose.tsx';
import classes from './exams.module.css';
import { QuestionCard } from './question-card.tsx';
import { RightAnswer } from './right-answer.tsx';

/** What came of an attempt, and, as far as the exam's rules allow, why. */
export function ExamResult({ attempt, result }: { attempt: ExamAttempt; result: ExamResultReply }) {
  const { endedBy, marks, passed, passMark, percent, regraded, review, waiting } = result;
  const byId = new Map(review?.map((each) => [each.id, each]));
  const said = new Map(marks.map((each) => [each.id, each]));
  return (
    <>
      <section className={classes.verdict} data-passed={passed || undefined} aria-labelledby="verdict">
        <h2 id="verdict">{verdictWords(waiting, passed === true)}</h2>
        <p>
          {waiting
            ? m.exams_waiting_text()
            : m.exams_result({ percent: Math.floor(percent ?? 0), mark: passMark })}
        </p>
        {endedBy === 'deadline' && <p>{m.exams_by_deadline()}</p>}
        {regraded && <p>{m.exams_regraded()}</p>}
        {!review && !waiting && <p>{hiddenWords(result)}</p>}
      </section>
      {(review || marks.some(({ comment }) => comment)) &&
        attempt.questions.map((question, at) => {
          const graded = byId.get(question.id);
          const mark = said.get(question.id);
          if (!graded && !mark?.comment) return null;
          return (
            <QuestionCard
              key={question.id}
              question={question}
              number={at + 1}
              value={attempt.answers[question.id]}
              disabled
              onAnswer={ignore}
            >
              {mark && <MarkSaid mark={mark} />}
              {graded && <Explained question={question} graded={graded} />}
            </QuestionCard>
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

function verdictWords(waiting: boolean, passed: boolean): string {
  if (waiting) return m.exams_waiting_title();
  return passed ? m.exams_passed_title() : m.exams_failed_title();
}

/** What a marker said, and by what. */
function MarkSaid({ mark }: { mark: ExamResultReply['marks'][number] }) {
  const { comment, criteria } = mark;
  return (
    <>
      {criteria.length > 0 && (
        <dl className={classes.criteria}>
          {criteria.map(({ level, maxPoints, points, text }) => (
            <div key={text}>
              <dt>{text}</dt>
              <dd>
                {level} · {m.exams_points({ points, max: maxPoints })}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {comment && (
        <div className={classes.said}>
          <strong>{m.exams_comment()}</strong>
          {'\n'}
          {comment}
        </div>
      )}
    </>
  );
}

type Graded = NonNullable<ExamResultReply['review']>[number];

function Explained({ graded, question }: { graded: Graded; question: PaperQuestion }) {
  const { explanationHtml, key, maxPoints, points } = graded;
  const isRight = points >= maxPoints;
  const state = isRight ? 'right' : points > 0 ? 'partly' : 'wrong';
  const words = { right: m.exams_right, partly: m.exams_partly, wrong: m.exams_wrong };
  const hasKey = question.words === null && question.upload === null;
  return (
    <div className={classes.explained} data-state={state}>
      <p>
        <strong>{words[state]()}</strong> ·{' '}
        {m.exams_points({ points: Math.round(points * 100) / 100, max: maxPoints })}
      </p>
      {!isRight && hasKey && <RightAnswer question={question} answer={key} />}
      {explanationHtml && <Prose html={explanationHtml} />}
    </div>
  );
}

function ignore(): void {
  // A finished attempt takes no answers.
}
