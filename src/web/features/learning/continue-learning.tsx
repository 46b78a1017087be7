import type { MyCourse } from '#contract/courses/learning';
import { m } from '#web/lib/messages.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './learning.module.css';
import { CourseRow } from './my-courses-page.tsx';

/** On the dashboard: the courses used last, each with the way on; the given words while there is none (spec section 2). Who has finished all of them finds them as progress. */
export function ContinueLearning({ courses }: { courses: readonly MyCourse[] }) {
  const open = courses.filter(({ completedAt }) => completedAt === null);
  const shown = open.length > 0 ? open : courses;
  return (
    <section className={classes.section} aria-labelledby="progress">
      <h2 id="progress">{open.length > 0 ? m.learning_continue_title() : m.profile_progress()}</h2>
      {shown.length === 0 ? (
        <EmptyState title={m.profile_progress_none()} heading="h3" compact>
          <LinkButton to="/courses">{m.profile_browse()}</LinkButton>
        </EmptyState>
      ) : (
        <>
          <ul className={classes.list}>
            {shown.map((course, index) => (
              <li key={course.id}>
                <CourseRow course={course} isMain={index === 0 && open.length > 0} />
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
