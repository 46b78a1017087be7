import type { LockedCourse } from '#contract/courses/course-shapes';
import { m } from '#web/lib/messages.ts';
import { LevelBadge } from '#web/ui/badges/level-badge.tsx';
import { TierBadge, useTierName } from '#web/ui/badges/tier-badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './course-page.module.css';
import { BackLink } from './course-page.tsx';

/** A course above the reader's tier: its title, level and tier, why it is closed, and the way to open it. */
export function LockedCoursePage({ course }: { course: LockedCourse }) {
  const { level, reason, slug, subscriptionLevel, title } = course;
  const tier = useTierName()(subscriptionLevel);
  return (
    <Page>
      <BackLink />
      <EmptyState
        heading="h1"
        title={title}
        drawing="locked"
        text={
          reason === 'sign-in-required'
            ? m.courses_locked_visitor({ tier })
            : m.courses_locked_member({ tier })
        }
      >
        <p className={classes.lockedBadges}>
          <TierBadge tier={subscriptionLevel} />
          <LevelBadge level={level} />
        </p>
        <LinkButton to="/pricing">{m.courses_see_plans()}</LinkButton>
        {reason === 'sign-in-required' && (
          <>
            <LinkButton to="/login" search={{ redirect: `/courses/${slug}` }} variant="secondary">
              {m.courses_log_in()}
            </LinkButton>
            <LinkButton to="/register" variant="quiet">
              {m.courses_sign_up()}
            </LinkButton>
          </>
        )}
      </EmptyState>
    </Page>
  );
}
