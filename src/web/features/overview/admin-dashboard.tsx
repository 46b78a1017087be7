import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { formatCount } from '#web/lib/format.ts';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './admin-dashboard.module.css';
import { Attention } from './attention.tsx';
import { overviewQuery, setupQuery } from './queries.ts';
import { RecentCourses } from './recent-courses.tsx';
import { SetupList } from './setup-list.tsx';
import { TestMail } from './test-mail.tsx';

// The chart library is large and only for administrators.
const Charts = latePart(() => import('./charts.tsx'), 'Charts');

/** Real counts, what waits, how the school grew, and the way to each part of administration (spec section 2). */
export function AdminDashboard() {
  const api = useApi();
  const { data, error } = useQuery(overviewQuery(api));
  const { isPending } = useQuery(setupQuery(api));
  const { plansGiven, sellsPlans, sendsMail } = siteInfo(useQueryClient());
  const header = (
    <PageHeader
      title={m.admin_dashboard_title()}
      actions={<LinkButton to="/admin/courses/new">{m.admin_course_create()}</LinkButton>}
    />
  );
  // The list of first steps stands above all else: drawn later it would push everything down in view.
  if (isPending)
    return (
      <Page>
        {header}
        <LoadingState inline />
      </Page>
    );
  return (
    <Page>
      {header}
      {error && !data && <ErrorState error={error} heading="h2" />}
      <SetupList />
      {!sendsMail && <MailWarning />}
      {!sellsPlans && !plansGiven && <FreePlansWarning />}
      <dl className={classes.counts}>
        <Count to="/admin/courses" label={m.admin_total_courses()} value={data?.courses} />
        <Count to="/admin/users" label={m.admin_total_users()} value={data?.users} />
        <Count to="/admin/subscriptions" label={m.admin_total_plans()} value={data?.plans} />
      </dl>
      <div className={classes.pair}>
        <section className={classes.block} aria-labelledby="recent-figures">
          <h2 id="recent-figures">{m.admin_recent_title()}</h2>
          <dl className={classes.figures}>
            <Figure label={m.admin_recent_users()} value={data?.recent.newUsers} />
            <Figure label={m.admin_recent_comments()} value={data?.recent.comments} />
            <Figure label={m.admin_recent_sign_ins()} value={data?.recent.signIns} />
          </dl>
        </section>
        <Attention attention={data?.attention} />
      </div>
      <div className={classes.charts}>
        {data && (
          <Suspense fallback={null}>
            <Charts overview={data} />
          </Suspense>
        )}
      </div>
      <div className={classes.pair}>
        <RecentCourses />
        <section className={classes.block} aria-labelledby="manage">
          <h2 id="manage">{m.admin_links_title()}</h2>
          <ul className={classes.links}>
            {LINKS.map(({ label, to }) => (
              <li key={to}>
                <TextLink to={to}>{label()}</TextLink>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Page>
  );
}

const LINKS: readonly { to: string; label: () => string }[] = [
  { to: '/admin/users', label: m.admin_link_users },
  { to: '/admin/courses', label: m.admin_courses_title },
  { to: '/admin/subscriptions', label: m.plans_admin_title },
  { to: '/admin/billing', label: m.billing_admin_title },
  { to: '/admin/categories', label: m.admin_categories_title },
  { to: '/admin/marking', label: m.marking_title },
  { to: '/admin/messages', label: m.admin_messages_title },
  { to: '/admin/announcements', label: m.announcements_title },
  { to: '/admin/certificates', label: m.certificates_title },
  { to: '/admin/settings', label: m.admin_link_settings },
  { to: '/admin/blogs/new', label: m.admin_link_new_post },
  { to: '/admin/courses/new', label: m.admin_course_create },
  { to: '/admin/subscriptions/new', label: m.admin_link_new_plan },
];

function MailWarning() {
  return (
    <section className={classes.warning} aria-labelledby="mail-missing">
      <h2 id="mail-missing">{m.mail_missing_title()}</h2>
      <p>{m.mail_missing_text()}</p>
      <TestMail />
    </section>
  );
}

/** Without a payment provider the specification's free choice of plans holds: administrators should know. */
function FreePlansWarning() {
  return (
    <section className={classes.warning} aria-labelledby="free-plans">
      <h2 id="free-plans">{m.billing_free_title()}</h2>
      <p>{m.billing_free_text()}</p>
      <p className={classes.ways}>
        <TextLink to="/admin/settings/$" params={{ _splat: 'plans' }}>
          {m.billing_free_settings()}
        </TextLink>
        <TextLink to="/admin/billing">{m.billing_free_link()}</TextLink>
      </p>
    </section>
  );
}

function Count({ label, to, value }: { label: string; to: string; value: number | undefined }) {
  return (
    <div>
      <dt>
        <TextLink to={to} quiet>
          {label}
        </TextLink>
      </dt>
      <dd>{value === undefined ? '–' : formatCount(value)}</dd>
    </div>
  );
}

function Figure({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value === undefined ? '–' : formatCount(value)}</dd>
    </div>
  );
}
