import type { LockedPost } from '#contract/posts';
import { m } from '#web/lib/messages.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LevelBadge } from '#web/ui/level-badge.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Page } from '#web/ui/page.tsx';
import { TierBadge, useTierName } from '#web/ui/tier-badge.tsx';
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
          <LinkButton to="/login" search={{ redirect: `/blogs/${id}` }} variant="secondary">
            {m.posts_login_button()}
          </LinkButton>
        )}
      </EmptyState>
    </Page>
  );
}
