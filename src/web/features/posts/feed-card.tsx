import type { FeedItem } from '#contract/courses/posts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { CoverImage } from '#web/ui/badges/cover-image.tsx';
import { TierBadge } from '#web/ui/badges/tier-badge.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './blogs.module.css';

/** A post or course in the feed; a badge tells them apart, and the whole card leads to it. */
export function FeedCard({ item }: { item: FeedItem }) {
  const { category, description, id, kind, minutes, publishedAt, slug, subscriptionLevel, thumbnail, title } =
    item;
  return (
    <article className={classes.card}>
      <div className={classes.cover}>
        <CoverImage thumbnail={thumbnail} slug={slug} category={category ?? undefined} />
      </div>
      <p className={classes.kind}>
        {kind === 'post' ? m.posts_badge_post() : m.posts_badge_course()} ·{' '}
        <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>
      </p>
      <h2 className={classes.title}>
        {kind === 'post' ? (
          <TextLink to="/blogs/$id" params={{ id }}>
            {title}
          </TextLink>
        ) : (
          <TextLink to="/courses/$slug" params={{ slug }}>
            {title}
          </TextLink>
        )}
      </h2>
      <p className={classes.text}>{description}</p>
      <p className={classes.facts}>
        <TierBadge tier={subscriptionLevel} />
        {kind === 'post' && <span>{m.posts_minutes({ minutes })}</span>}
      </p>
    </article>
  );
}
