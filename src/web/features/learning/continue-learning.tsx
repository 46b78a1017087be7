import { useQuery } from '@tanstack/react-query';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './learning.module.css';
import { CourseRow } from './my-courses-page.tsx';
import { myCoursesQuery } from './queries.ts';

const SHOWN = 4;

/** On the dashboard: the courses used last, each with the way on; the given words while there is none (spec section 2). */
export function ContinueLearning() {
  const { data, error } = useQuery(myCoursesQuery(useApi()));
  const courses = data?.filter(({ completedAt }) => completedAt === null) ?? [];
  const shown = (courses.length > 0 ? courses : (data ?? [])).slice(0, SHOWN);
  return (
    <section className={classes.section} aria-labelledby="progress">
      <h2 id="progress">{data?.length ? m.learning_continue_title() : m.profile_progress()}</h2>
      {error && !data && <ErrorState error={error} title={m.learning_failed()} heading="h3" />}
      {!data && !error && <LoadingState inline />}
      {data?.length === 0 && (
        <EmptyState title={m.profile_progress_none()} heading="h3" compact>
          <LinkButton to="/courses">{m.profile_browse()}</LinkButton>
        </EmptyState>
      )}
      {shown.length > 0 && (
        <>
          <ul className={classes.list}>
            {shown.map((course) => (
              <li key={course.id}>
                <CourseRow course={course} />
              </li>
            ))}
          </ul>
          <p className={classes.more}>
            <TextLink to="/my-courses">{m.learning_more()}</TextLink>
          </p>
        </>
      )}
    </section>
  );
}
