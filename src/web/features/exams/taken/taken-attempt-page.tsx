import { useQuery } from '@tanstack/react-query';
import type { PaperQuestion } from '#contract/exams/exams';
import type { TakenAttempt } from '#contract/exams/grades';
import { isGiven } from '#domain/exams/attempts/is-given';
import { examStatisticsPath, gradebookPath } from '#domain/site/admin-paths';
import { failureCode } from '#web/lib/api/api-error.ts';
import { formatTime } from '#web/lib/format.ts';
import { formatSeconds } from '#web/lib/format-seconds.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { QuestionCard } from '../attempt/question-card.tsx';
import { takenQuery } from '../queries.ts';
import { Explained } from '../results/explained.tsx';
import { MarkSaid } from '../results/mark-said.tsx';
import classes from './taken.module.css';

/** A learner's attempt as an administrator reads it: answers, times and points. */
export function TakenAttemptPage({ id }: { id: string }) {
  const { data, error } = useQuery(takenQuery(useApi(), id));
  if (error && !data)
    return failureCode(error) === 'ATTEMPT_NOT_FOUND' ? (
      <Page>
        <EmptyState title={m.grades_attempt_missing()} text={m.grades_attempt_missing_text()} />
      </Page>
    ) : (
      <ErrorState error={error} />
    );
  if (!data) return <LoadingState />;
  const { course, exam, learner, number, questions, regraded } = data;
  return (
    <Page>
      <Breadcrumbs
        crumbs={[
          { label: m.admin_courses_title(), to: '/admin/courses' },
          { label: course.title, to: gradebookPath(course.id) },
          { label: exam.title, to: examStatisticsPath(exam.sectionId) },
          { label: m.grades_attempt({ number }) },
        ]}
      />
      <PageHeader title={learner.name} lead={`${exam.title}, ${m.grades_attempt({ number })}`} />
      <Figures attempt={data} />
      {regraded && <p className={classes.hint}>{m.grades_attempt_regraded()}</p>}
      {data.late > 0 && (
        <p className={classes.hint}>
          {m.late_waiting_here({ count: data.late })}{' '}
          <TextLink to="/admin/late-answers/$attempt" params={{ attempt: id }}>
            {m.late_review()}
          </TextLink>
        </p>
      )}
      {data.attempts.length > 1 && <Others attempt={data} />}
      <div className={classes.paper}>
        {questions.map((question, at) => (
          <Question key={question.id} attempt={data} question={question} number={at + 1} />
        ))}
      </div>
    </Page>
  );
}

function Figures({ attempt }: { attempt: TakenAttempt }) {
  const { endedBy, exam, result, startedAt, submittedAt } = attempt;
  const figures: [string, string][] = [
    [m.grades_attempt_result(), resultWords(attempt)],
    ...(result
      ? [
          [
            m.grades_attempt_points(),
            m.grades_attempt_points_of({ points: result.points, max: result.maxPoints }),
          ] satisfies [string, string],
        ]
      : []),
    [m.grades_attempt_pass(), m.grades_attempt_percent({ percent: exam.passMark })],
    [m.grades_attempt_started(), formatTime(startedAt)],
  ];
  if (submittedAt) {
    const took = (Date.parse(submittedAt) - Date.parse(startedAt)) / 1000;
    const words = endedBy === 'deadline' ? m.grades_attempt_deadline() : m.grades_attempt_submitted();
    figures.push([words, formatTime(submittedAt)], [m.grades_attempt_took(), formatSeconds(took)]);
  }
  return (
    <dl className={classes.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Others({ attempt: { attempts, id } }: { attempt: TakenAttempt }) {
  return (
    <nav aria-labelledby="attempts" className={classes.others}>
      <h2 id="attempts">{m.grades_attempt_others()}</h2>
      <ol>
        {attempts.map((each) => {
          const { number, startedAt } = each;
          const words = m.grades_attempt({ number });
          return (
            <li key={each.id}>
              {each.id === id ? (
                <strong aria-current="page">{words}</strong>
              ) : (
                <TextLink to="/admin/exam-attempts/$attempt" params={{ attempt: each.id }}>
                  {words}
                </TextLink>
              )}{' '}
              · {formatTime(startedAt)} · {shortResult(each)}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

interface QuestionProps {
  attempt: TakenAttempt;
  question: PaperQuestion;
  number: number;
}

function Question({ attempt, number, question }: QuestionProps) {
  const { answers, id: attemptId, marks, review, times, unmarked } = attempt;
  const { id } = question;
  const time = times.find((each) => each.question === id);
  const mark = marks.find((each) => each.id === id);
  const graded = review.find((each) => each.id === id);
  const waits = unmarked.includes(id);
  const said = [
    ...(isGiven(answers[id]) ? [] : [m.grades_attempt_unanswered()]),
    ...(time ? [timeWords(time)] : []),
  ];
  return (
    <QuestionCard question={question} number={number} value={answers[id]} disabled onAnswer={ignore}>
      {said.length > 0 && <p className={classes.hint}>{said.join(' ')}</p>}
      {mark && <MarkSaid mark={mark} />}
      {(mark || waits) && (
        <p>
          <TextLink to="/admin/marking/$attempt/$question" params={{ attempt: attemptId, question: id }}>
            {waits ? m.grades_waiting() : m.marking_correct()}
          </TextLink>
        </p>
      )}
      {graded && !waits && <Explained question={question} graded={graded} />}
    </QuestionCard>
  );
}

function timeWords({ firstAt, lastAt, seconds }: TakenAttempt['times'][number]): string {
  const said = { time: formatSeconds(seconds), at: formatTime(firstAt) };
  return firstAt === lastAt
    ? m.grades_attempt_time(said)
    : m.grades_attempt_changed({ ...said, changed: formatTime(lastAt) });
}

function resultWords({ result, submittedAt }: TakenAttempt): string {
  const { passed = null, percent = null } = result ?? {};
  return shortResult({ passed, percent, submittedAt });
}

function shortResult({
  passed,
  percent,
  submittedAt,
}: Pick<TakenAttempt['attempts'][number], 'passed' | 'percent' | 'submittedAt'>): string {
  if (percent !== null) return passed ? m.grades_passed({ percent }) : m.grades_failed({ percent });
  return submittedAt ? m.grades_waiting() : m.grades_open();
}

function ignore(): void {
  // What a learner answered is read only.
}
