import type { LockedPost } from '#contract/courses/posts';
import { postPath } from '#domain/courses/page-paths';
import { m } from '#web/lib/messages.ts';
import { LevelBadge } from '#web/ui/badges/level-badge.tsx';
import { TierBadge, useTierName } from '#web/ui/badges/tier-badge.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './post.module.css';

/** A post above the reader's tier: title, level, tier, and the way to the plans. */
export function LockedPostPage({ id, post }: { post: LockedPost; id: string }) {
  const { level, reason, subscriptionLevel, title } = post;
  const isVisitor = reason === 'sign-in-required';
  const tierName = useTierName();
  return (
    <Page>
      <EmptyState
        heading="h1"
        drawing="locked"
        title={title}
        text={
          isVisitor ? m.posts_locked_sign_in() : m.posts_locked_tier({ tier: tierName(subscriptionLevel) })
        }
      >
        <p className={classes.facts}>
          <TierBadge tier={subscriptionLevel} />
          <LevelBadge level={level} />
        </p>
        <LinkButton to="/pricing">{m.posts_locked_plans()}</LinkButton>
        {isVisitor && (
          <LinkButton to="/login" search={{ redirect: postPath(id) }} variant="secondary">
            {m.posts_login_button()}
          </LinkButton>
        )}
      </EmptyState>
    </Page>
  );
}
