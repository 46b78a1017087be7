import { RATINGS } from '#domain/reviews/limits';
import { m } from '#web/lib/messages.ts';
import { formatRating } from './format-rating.ts';
import classes from './reviews-part.module.css';

const STAR = 'M8 1.6l2 4.2 4.6.6-3.4 3.2.9 4.6L8 11.9l-4.1 2.3.9-4.6L1.4 6.4 6 5.8z';

/** A rating as five stars, the last of them filled in part. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span
      role="img"
      className={classes.stars}
      aria-label={m.reviews_rating({ average: formatRating(rating) })}
    >
      {RATINGS.map((star) => (
        <Star key={star} share={Math.max(0, Math.min(1, rating - star + 1))} />
      ))}
    </span>
  );
}

/** One star of which this share is filled. */
export function Star({ share }: { share: number }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={STAR} fill="none" stroke="currentColor" strokeLinejoin="round" />
      {share > 0 && (
        <path d={STAR} fill="currentColor" style={{ clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` }} />
      )}
    </svg>
  );
}
