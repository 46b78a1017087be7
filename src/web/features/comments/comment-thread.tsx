import { useInfiniteQuery } from '@tanstack/react-query';
import { m } from '#web/lib/messages.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentItem } from './comment-item.tsx';
import { CommentSkeleton } from './comment-skeleton.tsx';
import classes from './comment-thread.module.css';
import { ConversationItem } from './conversation-item.tsx';
import { PendingComment } from './pending-comment.tsx';
import { threadQuery } from './queries.ts';
import { SignInPrompt } from './sign-in-prompt.tsx';
import { useLiveComments } from './use-live-comments.ts';
import { usePosting } from './use-posting.ts';
import { useWrittenOn } from './use-written-on.ts';

/** What is said about a course or post: conversations, oldest first, and a box to join them. */
export function CommentThread({ courseId }: { courseId: string }) {
  const api = useApi();
  const user = useUser();
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(
    threadQuery(api, courseId, useLiveComments(courseId)),
  );
  const posting = usePosting(courseId);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const { hold, shown } = useWrittenOn(items);
  const total = data?.pages[0]?.total ?? 0;
  // What one has just written is shown even when the pages before it are not.
  const ahead = hasNextPage
    ? posting.sent.filter(({ id, parentId }) => parentId === null && !items.some((one) => one.id === id))
    : [];
  return (
    <>
      <header className={classes.head}>
        <h2 id="comments-title" className={classes.title} tabIndex={-1}>
          {m.comments_title()}
        </h2>
        {data && <p role="status">{m.comments_count({ count: total })}</p>}
        {user?.role === 'admin' && (
          <TextLink to="/admin/comments" search={{ state: 'reported' }}>
            {m.comments_queue_link()}
          </TextLink>
        )}
      </header>
      {!data && !error && (
        <LoadingState inline>
          <CommentSkeleton />
        </LoadingState>
      )}
      {!data && error && (
        <ErrorState error={error} title={m.comments_error()} heading="h3">
          <Button variant="secondary" onClick={() => refetch()}>
            {m.comments_retry()}
          </Button>
        </ErrorState>
      )}
      {data && shown.length === 0 && posting.pending.length === 0 && (
        <EmptyState
          title={m.comments_none()}
          text={m.comments_none_text()}
          drawing="talk"
          heading="h3"
          compact
        />
      )}
      <ol className={classes.list}>
        {shown.map((conversation) => (
          <ConversationItem
            key={conversation.id}
            conversation={conversation}
            courseId={courseId}
            posting={posting}
            onForm={(form, isOpen) =>
              // One that leaves the list has no replies any more.
              hold({ ...conversation, replies: [], moreReplies: null }, form, isOpen)
            }
          />
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="secondary" onClick={() => fetchNextPage()} busy={isFetchingNextPage}>
          {m.comments_more()}
        </Button>
      )}
      <ol className={classes.list}>
        {ahead.map((comment) => (
          <li key={comment.id}>
            <CommentItem comment={comment} courseId={courseId} />
          </li>
        ))}
        {posting.pending
          .filter(({ parentId }) => parentId === null)
          .map((pending) => (
            <li key={pending.key}>
              <PendingComment content={pending.content} />
            </li>
          ))}
      </ol>
      {data && (
        <div className={classes.join}>
          <CommentForm
            draft={courseId}
            label={m.comments_write()}
            placeholder={m.comments_placeholder()}
            submit={m.comments_post()}
            onSubmit={user ? (content) => posting.post(content, null) : undefined}
          >
            {!user && <SignInPrompt />}
          </CommentForm>
        </div>
      )}
    </>
  );
}
