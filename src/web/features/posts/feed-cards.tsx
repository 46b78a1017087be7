import type { FeedItem } from '#contract/courses/posts';
import classes from './blogs.module.css';
import { FeedCard } from './feed-card.tsx';

/** Posts and courses side by side. */
export function FeedCards({ items }: { items: readonly FeedItem[] }) {
  return (
    <div className={classes.grid}>
      {items.map((item) => (
        <FeedCard key={item.id} item={item} />
      ))}
    </div>
  );
}
