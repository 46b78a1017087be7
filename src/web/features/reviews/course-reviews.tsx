import { useInfiniteQuery } from '@tanstack/react-query';
import type { Review } from '#contract/courses/reviews';
import { failureCode } from '#web/lib/api/api-error.ts';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Avatar } from '#web/ui/badges/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { OwnReviewPart } from './own-review.tsx';
import { reviewsQuery } from './queries.ts';
import { RatingSummary } from './rating-summary.tsx';
import classes from './reviews.module.css';
import { Stars } from './stars.tsx';

/** The reviews of a course: what they come to, the reader's own, and all of them. */
export function CourseReviews({ courseId }: { courseId: string }) {
  const query = useInfiniteQuery(reviewsQuery(useApi(), courseId));
  const { data, error, refetch } = query;
  const first = data?.pages[0];
  if (
    failureCode(error) === 'REVIEWS_OFF' ||
    (first?.writing === 'closed' && !first.own && !first.stars?.some(Boolean))
  )
    return null;
  const items = data?.pages.flatMap((page) => page.items).filter(({ id }) => id !== first?.own?.id) ?? [];
  return (
    <section id="reviews" aria-labelledby="reviews-title" className={classes.place}>
      <h2 id="reviews-title" className={classes.title}>
        {m.reviews_title()}
      </h2>
      {!first && !error && <LoadingState inline />}
      {!first && error && (
        <ErrorState error={error} title={m.reviews_error()} heading="h3">
          <Button variant="secondary" onClick={() => refetch()}>
            {m.reviews_retry()}
          </Button>
        </ErrorState>
      )}
      {first?.stars && <RatingSummary stars={first.stars} />}
      {first && <OwnReviewPart key={courseId} courseId={courseId} page={first} />}
      <ul className={classes.list}>
        {items.map((review) => (
          <li key={review.id}>
            <ReviewItem review={review} />
          </li>
        ))}
      </ul>
      <MoreButton list={query}>{m.reviews_more()}</MoreButton>
    </section>
  );
}

function ReviewItem({ review: { author, body, createdAt, editedAt, rating } }: { review: Review }) {
  const name = author?.name ?? m.reviews_someone();
  return (
    <article className={classes.review} aria-label={name}>
      <Avatar name={name} src={author?.avatar ?? null} size={36} />
      <div>
        <p className={classes.meta}>
          <strong>{name}</strong>
          <Stars rating={rating} />
          <time dateTime={createdAt}>{formatDate(createdAt)}</time>
          {editedAt && <span>{m.reviews_edited()}</span>}
        </p>
        {body && <p className={classes.body}>{body}</p>}
      </div>
    </article>
  );
}
