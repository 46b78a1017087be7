import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LabLearners, LabSubmission, StuckPoint } from '#contract/courses/labs';
import { wholePercent } from '#domain/exams/results/whole-percent';
import { gradebookPath } from '#domain/site/admin-paths';
import { formatTime } from '#web/lib/format.ts';
import { formatSeconds } from '#web/lib/format-seconds.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { CodeFiles } from '#web/ui/code/code-files.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Pagination } from '#web/ui/layout/pagination.tsx';
import { useLastPage } from '#web/ui/layout/use-last-page.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from '../grades.module.css';
import { labResultsQuery, submissionQuery } from '../queries.ts';
import { SimilarSolutions } from './similar-solutions.tsx';

/** What learners submitted in a lab, and which checks stop them. */
export function LabResultsPage({ page, sectionId }: { page: number; sectionId: string }) {
  const { data, error, isFetching } = useQuery(labResultsQuery(useApi(), sectionId, page));
  const learners = useLastPage(data?.learners, isFetching);
  if (error && !data) return <ErrorState error={error} />;
  if (!data || !learners) return <LoadingState />;
  const { stuck, submissions } = data;
  return (
    <Page>
      <Breadcrumbs
        crumbs={[
          { label: m.admin_courses_title(), to: '/admin/courses' },
          { label: learners.course.title, to: gradebookPath(learners.course.id) },
          { label: learners.title },
        ]}
      />
      <PageHeader
        title={learners.title}
        lead={m.grades_lab_results()}
        actions={
          <LinkButton to="/admin/labs/$section" params={{ section: sectionId }} variant="secondary">
            {m.grades_lab_edit()}
          </LinkButton>
        }
      />
      {learners.total === 0 ? (
        <EmptyState title={m.grades_lab_none()} text={m.grades_lab_none_text()} />
      ) : (
        <>
          <Figures learners={learners} />
          <Stuck points={stuck} />
          <Learners learners={learners} />
          <Pagination
            page={page}
            pages={Math.ceil(learners.total / learners.pageSize)}
            link={(to, props) => (
              <Link
                to="/admin/labs/$section/results"
                params={{ section: sectionId }}
                search={{ page: to }}
                {...props}
              />
            )}
          />
          {learners.passed > 1 && <SimilarSolutions sectionId={sectionId} />}
          <Submissions submissions={submissions} />
        </>
      )}
    </Page>
  );
}

function Figures({ learners: { passed, total } }: { learners: LabLearners }) {
  const figures: [string, string][] = [
    [m.grades_lab_submitted(), String(total)],
    [m.grades_lab_passed(), String(passed)],
    [m.grades_pass_rate(), `${wholePercent((100 * passed) / total)}%`],
  ];
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

/** Checks by how many learners' latest submission fails them. */
function Stuck({ points }: { points: readonly StuckPoint[] }) {
  return (
    <section aria-labelledby="stuck">
      <h2 id="stuck" className={classes.part}>
        {m.grades_lab_stuck()}
      </h2>
      <p className={classes.hint}>{m.grades_lab_stuck_text()}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must scroll by keyboard. */}
      <section className={classes.scroll} aria-label={m.grades_lab_stuck()} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{m.grades_lab_check()}</th>
              <th scope="col">{m.grades_lab_failing()}</th>
              <th scope="col">{m.grades_lab_share()}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ check, failing, hidden, learners, name }) => {
              const percent = learners === 0 ? 0 : wholePercent((100 * failing) / learners);
              return (
                <tr key={check}>
                  <th scope="row" className={classes.prompt}>
                    {name}
                    {hidden && <small>{m.labs_check_hidden()}</small>}
                  </th>
                  <td>{m.grades_lab_of({ failing, learners })}</td>
                  <td>
                    <span className={classes.share}>
                      {percent}%<meter aria-hidden="true" min={0} max={100} value={percent} />
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Learners({ learners: { items, most } }: { learners: LabLearners }) {
  return (
    <section aria-labelledby="learners">
      <h2 id="learners" className={classes.part}>
        {m.grades_lab_learners()}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must scroll by keyboard. */}
      <section className={classes.scroll} aria-label={m.grades_lab_learners()} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{m.grades_learner()}</th>
              <th scope="col">{m.grades_lab_passed_at()}</th>
              <th scope="col">{m.grades_lab_points()}</th>
              <th scope="col">{m.grades_attempts()}</th>
              <th scope="col">{m.grades_lab_time()}</th>
              <th scope="col">{m.grades_lab_latest()}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ attempts, email, latestAt, name, passedAt, points, secondsToPass, userId }) => (
              <tr key={userId}>
                <th scope="row">
                  <TextLink to="/admin/users/$id" params={{ id: userId }}>
                    {name}
                  </TextLink>
                  <small>{email}</small>
                </th>
                <td>{passedAt ? formatTime(passedAt) : m.labs_submission_not()}</td>
                <td>{points === null ? '–' : m.labs_points({ points, most })}</td>
                <td>{attempts}</td>
                <td>{timeWords(secondsToPass)}</td>
                <td>{formatTime(latestAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={classes.after}>{m.grades_lab_time_text()}</p>
    </section>
  );
}

function timeWords(seconds: number | null): string {
  if (seconds === null) return '–';
  return seconds === 0 ? m.grades_lab_first() : formatSeconds(seconds);
}

/** The latest submissions of everybody, each with its code. */
function Submissions({ submissions }: { submissions: readonly LabSubmission[] }) {
  const [shown, setShown] = useState<LabSubmission | null>(null);
  return (
    <section aria-labelledby="submissions">
      <h2 id="submissions" className={classes.part}>
        {m.grades_lab_submissions()}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must scroll by keyboard. */}
      <section className={classes.scroll} aria-label={m.grades_lab_submissions()} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{m.grades_learner()}</th>
              <th scope="col">{m.grades_lab_when()}</th>
              <th scope="col">{m.grades_attempt_result()}</th>
              <th scope="col">{m.grades_lab_points()}</th>
              <th scope="col">{m.grades_lab_code()}</th>
            </tr>
          </thead>
          <tbody>
            {submissions.map((one) => (
              <tr key={one.id}>
                <th scope="row">{one.learner.name}</th>
                <td>{formatTime(one.submittedAt)}</td>
                <td>{resultWords(one)}</td>
                <td>{one.verdict ? m.labs_points(one.verdict) : '–'}</td>
                <td>
                  <Button
                    variant="quiet"
                    size="sm"
                    onClick={() => setShown(one)}
                    aria-label={m.grades_lab_show_of({
                      name: one.learner.name,
                      time: formatTime(one.submittedAt),
                    })}
                  >
                    {m.grades_lab_show()}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Dialog open={shown !== null} onClose={() => setShown(null)} title={shown?.learner.name} size="lg">
        {shown && <SubmittedFiles runId={shown.id} />}
      </Dialog>
    </section>
  );
}

function SubmittedFiles({ runId }: { runId: string }) {
  const { data, error } = useQuery(submissionQuery(useApi(), runId));
  if (error && !data) return <ErrorState error={error} heading="h3" />;
  if (!data) return <LoadingState inline />;
  return <CodeFiles files={data.files} />;
}

function resultWords({ state, verdict }: LabSubmission): string {
  if (state === 'failed') return m.labs_submission_unjudged();
  if (!verdict) return m.labs_submission_waiting();
  return verdict.passed ? m.labs_submission_passed() : m.labs_submission_not();
}
