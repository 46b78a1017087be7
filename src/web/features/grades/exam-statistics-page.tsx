import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExamStatistics } from '#contract/exams/grades';
import { summaryOf } from '#domain/exams/results/summary-of';
import { wholePercent } from '#domain/exams/results/whole-percent';
import { gradebookPath } from '#domain/site/admin-paths';
import { formatTime } from '#web/lib/format.ts';
import { formatSeconds } from '#web/lib/format-seconds.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './grades.module.css';
import { statisticsQuery } from './queries.ts';
import { RegradeDialog } from './regrade-dialog.tsx';

/** How an exam and each of its questions did, and the way to regrade after a question was corrected. */
export function ExamStatisticsPage({ sectionId }: { sectionId: string }) {
  const { data, error } = useQuery(statisticsQuery(useApi(), sectionId));
  const [regrading, setRegrading] = useState(false);
  if (error && !data) return <ErrorState error={error} />;
  if (!data) return <LoadingState />;
  return (
    <Page>
      <Breadcrumbs
        crumbs={[
          { label: m.admin_courses_title(), to: '/admin/courses' },
          { label: data.course.title, to: gradebookPath(data.course.id) },
          { label: data.title },
        ]}
      />
      <PageHeader
        title={data.title}
        lead={m.grades_statistics()}
        actions={
          <>
            <LinkButton to="/admin/marking" search={{ exam: sectionId }} variant="secondary">
              {m.grades_marking()}
            </LinkButton>
            <Button variant="secondary" onClick={() => setRegrading(true)}>
              {m.grades_regrade()}
            </Button>
          </>
        }
      />
      {data.attempts === 0 ? (
        <EmptyState title={m.grades_statistics_none()} text={m.grades_statistics_none_text()} />
      ) : (
        <>
          <Figures statistics={data} />
          <Questions statistics={data} />
          <p className={classes.meaning}>{m.grades_meaning()}</p>
        </>
      )}
      {regrading && <RegradeDialog sectionId={sectionId} onClose={() => setRegrading(false)} />}
    </Page>
  );
}

function Figures({ statistics }: { statistics: ExamStatistics }) {
  const { attempts, countedAt, meanPercent, medianSeconds, passRate } = statistics;
  const figures: [string, string][] = [
    [m.grades_attempts(), String(attempts)],
    [m.grades_mean(), percent(meanPercent)],
    [m.grades_pass_rate(), percent(passRate === null ? null : passRate * 100)],
    [m.grades_duration(), duration(medianSeconds)],
  ];
  return (
    <>
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.hint}>
        {m.grades_first_only()} {countedAt !== null && m.grades_counted_at({ time: formatTime(countedAt) })}
      </p>
    </>
  );
}

function Questions({ statistics: { questions } }: { statistics: ExamStatistics }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must scroll by keyboard.
    <section className={classes.scroll} aria-label={m.grades_questions()} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{m.grades_question()}</th>
            <th scope="col">{m.grades_asked()}</th>
            <th scope="col">{m.grades_facility()}</th>
            <th scope="col">{m.grades_discrimination()}</th>
            <th scope="col">{m.grades_time()}</th>
            <th scope="col">{m.grades_choices()}</th>
          </tr>
        </thead>
        <tbody>
          {questions.map((question) => (
            <tr key={question.id}>
              <th scope="row" className={classes.prompt}>
                {summaryOf(question.prompt)}
              </th>
              <td>{question.asked}</td>
              <td>{percent(question.facility * 100)}</td>
              <td>{question.discrimination === null ? '–' : question.discrimination.toFixed(2)}</td>
              <td>{duration(question.medianSeconds)}</td>
              <td>
                {question.choices.length === 0 ? (
                  '–'
                ) : (
                  <ul className={classes.choices}>
                    {question.choices.map(({ correct, count, fraction, text }) => (
                      <li key={text}>
                        {correct && <span aria-hidden="true">✓ </span>}
                        {correct && <span className="sr-only">{m.grades_correct()}: </span>}
                        {summaryOf(text)}: {count}
                        {fraction !== null && ` (${m.grades_earns({ percent: fraction })})`}
                      </li>
                    ))}
                  </ul>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function percent(value: number | null): string {
  return value === null ? '–' : `${wholePercent(value)}%`;
}

function duration(seconds: number | null): string {
  return seconds === null ? '–' : formatSeconds(seconds);
}
