import { RATINGS } from '#domain/reviews/limits';
import { ratingOf } from '#domain/reviews/rating-of';
import { formatCount } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { formatRating } from './format-rating.ts';
import classes from './reviews.module.css';
import { Stars } from './stars.tsx';

/** The average, from how many, and how many gave each number of stars. */
export function RatingSummary({ stars }: { stars: readonly number[] }) {
  const count = stars.reduce((sum, each) => sum + each, 0);
  const rating = ratingOf({ count, stars: stars.reduce((sum, each, index) => sum + each * (index + 1), 0) });
  if (!rating) return <p className={classes.hint}>{m.reviews_none()}</p>;
  return (
    <div className={classes.summary}>
      <p className={classes.average}>
        <strong aria-hidden="true">{formatRating(rating.average)}</strong>
        <Stars rating={rating.average} />
        <span>{m.reviews_count({ count })}</span>
      </p>
      <ul className={classes.shares}>
        {RATINGS.toReversed().map((each) => {
          const given = stars[each - 1] ?? 0;
          return (
            <li key={each}>
              <span>{m.reviews_stars({ count: each })}</span>
              <span className={classes.track} aria-hidden="true">
                <span style={{ inlineSize: `${(given / count) * 100}%` }} />
              </span>
              <span className={classes.given}>{formatCount(given)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
