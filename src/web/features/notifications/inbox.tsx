import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
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
import { inboxQuery, unreadQuery } from './queries.ts';

/** What happened, newest first; opening one marks it as read. */
export function Inbox() {
  const api = useApi();
  const queryClient = useQueryClient();
  // An administrator looks on: what is unread stays so until its owner has read it.
  const looksOn = Boolean(useUser()?.support);
  const query = useInfiniteQuery(inboxQuery(api));
  const { data, error } = query;
  const unread = useQuery(unreadQuery(api)).data?.count;
  const counted = useRef(unread);
  useEffect(() => {
    const isNews = unread !== undefined && counted.current !== undefined && unread > counted.current;
    counted.current = unread;
    if (isNews) void queryClient.invalidateQueries({ queryKey: ['notifications', 'inbox'] });
  }, [queryClient, unread]);
  const items = data?.pages.flatMap((page) => page.items);
  const newest = data?.pages[0]?.newest ?? null;
  const markRead = async (which: { ids: string[] } | { until: string }) => {
    try {
      const left = await api.notifications.markRead(which);
      queryClient.setQueryData(['notifications', 'unread'], left);
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
            disabled={!unread && items.every(({ readAt }) => readAt !== null)}
            // What came since then was not shown.
            onClick={() => newest !== null && markRead({ until: newest })}
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
            onOpen={() => item.readAt === null && !looksOn && markRead({ ids: [item.id] })}
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
