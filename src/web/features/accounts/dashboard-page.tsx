import type { User } from '#contract/accounts';
import { m } from '#web/lib/messages.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { TierBadge } from '#web/ui/tier-badge.tsx';
import classes from './profile.module.css';
import { RecommendedCourses } from './recommended-courses.tsx';

/** Welcome, the current tier, and where to begin (spec section 2). */
export function DashboardPage({ user }: { user: User }) {
  return (
    <Page>
      <PageHeader
        title={m.profile_welcome({ name: user.name })}
        lead={
          <>
            {m.profile_current_plan()} <TierBadge tier={user.subscriptionTier} />
          </>
        }
        actions={
          <LinkButton to="/pricing" variant="secondary">
            {m.profile_compare()}
          </LinkButton>
        }
      />
      <section className={classes.section} aria-labelledby="progress">
        <h2 id="progress">{m.profile_progress()}</h2>
        <EmptyState title={m.profile_progress_none()} heading="h3" compact>
          <LinkButton to="/courses">{m.profile_browse()}</LinkButton>
        </EmptyState>
      </section>
      <RecommendedCourses title={m.profile_where_to_begin()} />
    </Page>
  );
}
