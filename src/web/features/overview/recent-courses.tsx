import { useQuery } from '@tanstack/react-query';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { TierBadge } from '#web/ui/badges/tier-badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './admin-dashboard.module.css';
import { recentCoursesQuery } from './queries.ts';

const RECENT = 5;

/** The courses that changed last. */
export function RecentCourses() {
  const { data: courses, error } = useQuery(recentCoursesQuery(useApi()));
  return (
    <section className={classes.block} aria-labelledby="recent">
      <h2 id="recent">{m.admin_recent_courses()}</h2>
      {error && !courses && <ErrorState error={error} heading="h3" />}
      {!courses && !error && <LoadingState inline />}
      {courses?.items.length === 0 && (
        <EmptyState title={m.courses_none()} text={m.admin_courses_none()} heading="h3" compact>
          <LinkButton to="/admin/courses/new">{m.admin_course_create()}</LinkButton>
        </EmptyState>
      )}
      <ul className={classes.recent}>
        {courses?.items.slice(0, RECENT).map((course) => (
          <li key={course.id}>
            <TextLink to="/admin/courses/$id" params={{ id: course.id }} quiet>
              {course.title}
            </TextLink>
            <TierBadge tier={course.subscriptionLevel} />
            <span>{formatDate(course.updatedAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
