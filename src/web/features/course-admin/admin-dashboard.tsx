import { useQuery } from '@tanstack/react-query';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { TierBadge } from '#web/ui/tier-badge.tsx';
import classes from './admin-dashboard.module.css';
import { courseListQuery, plansQuery } from './queries.ts';

const RECENT = 5;

/** Real counts, the courses that changed last, and the way to each part of administration. */
export function AdminDashboard() {
  const api = useApi();
  const courses = useQuery(courseListQuery(api, {})).data;
  const plans = useQuery(plansQuery(api)).data;
  return (
    <Page>
      <PageHeader
        title={m.admin_dashboard_title()}
        actions={<LinkButton to="/admin/courses/new">{m.admin_course_create()}</LinkButton>}
      />
      <dl className={classes.counts}>
        <div>
          <dt>{m.admin_total_courses()}</dt>
          <dd>{courses?.total ?? '–'}</dd>
        </div>
        <div>
          <dt>{m.admin_total_plans()}</dt>
          <dd>{plans?.length ?? '–'}</dd>
        </div>
      </dl>
      <section className={classes.recent} aria-labelledby="recent">
        <h2 id="recent">{m.admin_recent_courses()}</h2>
        {!courses && <LoadingState inline />}
        {courses?.items.length === 0 && (
          <EmptyState title={m.courses_none()} text={m.admin_courses_none()} heading="h3" compact>
            <LinkButton to="/admin/courses/new">{m.admin_course_create()}</LinkButton>
          </EmptyState>
        )}
        <ul>
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
        <p className={classes.links}>
          <TextLink to="/admin/courses">{m.admin_courses_title()}</TextLink>
          <TextLink to="/admin/categories">{m.admin_categories_title()}</TextLink>
        </p>
      </section>
    </Page>
  );
}
