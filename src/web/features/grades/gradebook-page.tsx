import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Gradebook, GradedLearner } from '#contract/exams/grades';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ExportLink } from '#web/ui/export-link.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx';
import { CursorPages } from '#web/ui/layout/cursor-pages.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './grades.module.css';
import { type GradebookSearch, gradebookQuery } from './queries.ts';

/** Everybody who studies a course, with progress and what the exams came to. */
export function GradebookPage({ courseId, search }: { courseId: string; search: GradebookSearch }) {
  const navigate = useNavigate();
  const { data, error } = useQuery(gradebookQuery(useApi(), courseId, search));
  if (error && !data) return <ErrorState error={error} />;
  if (!data) return <LoadingState />;
  return (
    <Page>
      <Breadcrumbs
        crumbs={[{ label: m.admin_courses_title(), to: '/admin/courses' }, { label: data.course.title }]}
      />
      <PageHeader
        title={m.grades_title()}
        lead={data.course.title}
        actions={
          <ExportLink
            href={`/api/admin/courses/${courseId}/gradebook.csv`}
            wish={{ kind: 'gradebook', courseId }}
          >
            {m.grades_export()}
          </ExportLink>
        }
      />
      <Labs labs={data.labs} />
      <search className={classes.search}>
        <SearchBox
          size="sm"
          label={m.grades_search()}
          value={search.q}
          onChange={(q) =>
            navigate({
              to: '/admin/courses/$id/gradebook',
              params: { id: courseId },
              search: q ? { q } : {},
              replace: true,
              resetScroll: false,
            })
          }
        />
      </search>
      {data.items.length === 0 ? (
        <>
          <EmptyState title={search.q ? m.grades_none_found() : m.grades_none()} compact />
          <Exams exams={data.exams} />
        </>
      ) : (
        <Book book={data} />
      )}
      <CursorPages
        previous={data.previous}
        next={data.next}
        link={(place, props) => (
          <Link
            to="/admin/courses/$id/gradebook"
            params={{ id: courseId }}
            search={{ ...(search.q && { q: search.q }), ...place }}
            {...props}
          />
        )}
      />
    </Page>
  );
}

/** The way to what learners did in each lab. */
function Labs({ labs }: Pick<Gradebook, 'labs'>) {
  if (labs.length === 0) return null;
  return (
    <nav className={classes.labs} aria-label={m.grades_labs()}>
      <h2>{m.grades_labs()}</h2>
      <ul>
        {labs.map(({ sectionId, title }) => (
          <li key={sectionId}>
            <TextLink to="/admin/labs/$section/results" params={{ section: sectionId }}>
              {title}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The way to each exam while there is no table whose head leads there. */
function Exams({ exams }: Pick<Gradebook, 'exams'>) {
  if (exams.length === 0) return null;
  return (
    <section aria-labelledby="exams">
      <h2 id="exams" className={classes.small}>
        {m.grades_exams()}
      </h2>
      <ul className={classes.facts}>
        {exams.map(({ sectionId, title }) => (
          <li key={sectionId}>
            <TextLink to="/admin/exams/$section" params={{ section: sectionId }}>
              {title}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Book({ book: { exams, items } }: { book: Gradebook }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must scroll by keyboard.
    <section className={classes.scroll} aria-label={m.grades_title()} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{m.grades_learner()}</th>
            <th scope="col">{m.grades_progress()}</th>
            {exams.map(({ sectionId, title }) => (
              <th key={sectionId} scope="col">
                <TextLink to="/admin/exams/$section" params={{ section: sectionId }}>
                  {title}
                </TextLink>
              </th>
            ))}
            <th scope="col">{m.grades_completed()}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((learner) => (
            <tr key={learner.userId}>
              <th scope="row">
                <TextLink to="/admin/users/$id" params={{ id: learner.userId }}>
                  {learner.name}
                </TextLink>
                <small>{learner.email}</small>
              </th>
              <td>{m.learning_done_of({ done: learner.done, total: learner.total })}</td>
              {exams.map(({ sectionId }) => (
                <td key={sectionId}>
                  <Result learner={learner} sectionId={sectionId} />
                </td>
              ))}
              <td>{learner.completedAt ? formatDate(learner.completedAt) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What somebody's attempts at an exam came to, leading to the newest; what waits for a mark leads to where it is marked. */
function Result({ learner: { results }, sectionId }: { learner: GradedLearner; sectionId: string }) {
  const result = results.find((one) => one.sectionId === sectionId);
  if (!result) return '–';
  return (
    <>
      <Attempt id={result.attemptId} words={resultWords(result)} />
      {result.waiting && (
        <TextLink className={classes.waits} to="/admin/marking" search={{ exam: sectionId }}>
          {m.grades_waiting()}
        </TextLink>
      )}
    </>
  );
}

/** Leads to the newest attempt that may be read; one that waits for a mark has nothing to say yet. */
function Attempt({ id, words }: { id: string | null; words: string | null }) {
  if (id === null) return words;
  return (
    <TextLink to="/admin/exam-attempts/$attempt" params={{ attempt: id }}>
      {words ?? m.grades_attempt_read()}
    </TextLink>
  );
}

function resultWords({ passed, percent, waiting }: GradedLearner['results'][number]): string | null {
  if (percent !== null) return verdict(percent, passed);
  return waiting ? null : m.grades_open();
}

function verdict(percent: number, passed: boolean | null): string {
  return passed ? m.grades_passed({ percent }) : m.grades_failed({ percent });
}
