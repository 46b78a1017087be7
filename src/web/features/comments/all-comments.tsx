import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { useKeepFocus } from '#web/ui/use-keep-focus.ts';
import classes from './comment-queue.module.css';
import { ListedRow } from './listed-row.tsx';
import { allCommentsQuery } from './queries.ts';

/** Every comment of the school or the hidden ones, newest first. */
export function AllComments({ q, state }: { q: string; state?: 'hidden' }) {
  const query = useInfiniteQuery({
    ...allCommentsQuery(useApi(), { q, ...(state && { state }) }),
    placeholderData: keepPreviousData,
  });
  const list = useKeepFocus<HTMLDivElement>();
  const { data, error } = query;
  const items = data?.pages.flatMap((page) => page.items);
  if (error && !items) return <ErrorState error={error} heading="h2" />;
  if (!items) return <LoadingState inline />;
  const isNarrowed = q !== '' || state !== undefined;
  return (
    <div {...list}>
      {items.length === 0 && (
        <EmptyState
          title={isNarrowed ? m.comments_all_none_found() : m.comments_none()}
          text={isNarrowed ? m.comments_all_none_found_text() : m.comments_all_none_text()}
          drawing="talk"
        />
      )}
      <ul className={classes.list}>
        {items.map((listed) => (
          <ListedRow key={listed.comment.id} listed={listed} />
        ))}
      </ul>
      <MoreButton list={query}>{m.comments_more()}</MoreButton>
    </div>
  );
}
