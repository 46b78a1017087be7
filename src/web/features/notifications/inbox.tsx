import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Notification } from '#contract/notifications';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { noticeLine } from './notice-words.ts';
import classes from './notifications.module.css';
import { inboxQuery } from './queries.ts';

/** What happened, newest first; opening one marks it as read. */
export function Inbox() {
  const api = useApi();
  const queryClient = useQueryClient();
  // An administrator looks on: what is unread stays so until its owner has read it.
  const looksOn = Boolean(useUser()?.support);
  const query = useInfiniteQuery(inboxQuery(api));
  const { data, error } = query;
  const items = data?.pages.flatMap((page) => page.items);
  const markRead = async (ids?: string[]) => {
    try {
      const unread = await api.notifications.markRead(ids ? { ids } : {});
      queryClient.setQueryData(['notifications', 'unread'], unread);
      await queryClient.invalidateQueries({ queryKey: ['notifications', 'inbox'] });
    } catch (failure) {
      toastFailure(failure, { title: m.notices_failed() });
    }
  };
  if (error && !items) return <ErrorState error={error} heading="h2" />;
  if (!items) return <LoadingState inline />;
  if (items.length === 0)
    return <EmptyState drawing="talk" title={m.notices_none()} text={m.notices_none_text()} />;
  return (
    <>
      {!looksOn && (
        <div className={classes.head}>
          <Button
            variant="quiet"
            size="sm"
            disabled={items.every(({ readAt }) => readAt !== null)}
            onClick={() => markRead()}
          >
            {m.notices_mark_all()}
          </Button>
        </div>
      )}
      <ul className={classes.inbox}>
        {items.map((item) => (
          <NoticeRow
            key={item.id}
            item={item}
            onOpen={() => item.readAt === null && !looksOn && markRead([item.id])}
          />
        ))}
      </ul>
      <MoreButton list={query}>{m.notices_more()}</MoreButton>
    </>
  );
}

function NoticeRow({ item, onOpen }: { item: Notification; onOpen: () => void }) {
  const { hash, pathname, searchParams } = new URL(item.link, 'http://here');
  const isUnread = item.readAt === null;
  const tierName = useTierName();
  return (
    <li className={classes.notice} data-unread={isUnread || undefined}>
      {isUnread && <span className="sr-only">{m.notices_unread()}: </span>}
      <Link
        to={pathname}
        search={Object.fromEntries(searchParams) as never}
        {...(hash && { hash: hash.slice(1) })}
        onClick={onOpen}
      >
        {noticeLine(item, tierName)}
      </Link>
      {item.kind === 'comment-reply' && <p>{item.props.text}</p>}
      <time dateTime={item.createdAt}>{formatTime(item.createdAt)}</time>
    </li>
  );
}
