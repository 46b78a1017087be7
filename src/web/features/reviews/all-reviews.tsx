import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { ListedReviewRow } from './listed-review-row.tsx';
import { allReviewsQuery, type ReviewSearch } from './queries.ts';
import classes from './reviews.module.css';

/** The reviews that are searched for, newest first. */
export function AllReviews({ search }: { search: ReviewSearch }) {
  const query = useInfiniteQuery({
    ...allReviewsQuery(useApi(), search),
    placeholderData: keepPreviousData,
  });
  const { data, error } = query;
  const items = data?.pages.flatMap((page) => page.items);
  if (error && !items) return <ErrorState error={error} heading="h2" />;
  if (!items) return <LoadingState inline />;
  const isNarrowed = Boolean(search.q || search.state);
  return (
    <>
      {items.length === 0 && (
        <EmptyState
          title={isNarrowed ? m.reviews_all_none_found() : m.reviews_none()}
          text={isNarrowed ? m.reviews_all_none_found_text() : m.reviews_all_none_text()}
          drawing="talk"
        />
      )}
      <ul className={classes.list}>
        {items.map((review) => (
          <ListedReviewRow key={review.id} review={review} />
        ))}
      </ul>
      <MoreButton list={query}>{m.reviews_more()}</MoreButton>
    </>
  );
}
