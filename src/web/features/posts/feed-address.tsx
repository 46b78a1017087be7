import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FeedAddress as Address } from '#contract/courses/posts';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './blogs.module.css';
import { feedAddressQuery } from './queries.ts';

/** A member's own feed: created, shown once, replaced, revoked. */
export function FeedAddress() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data } = useQuery(feedAddressQuery(api));
  const [busy, setBusy] = useState(false);
  const change = async (call: () => Promise<Address>) => {
    setBusy(true);
    try {
      queryClient.setQueryData(feedAddressQuery(api).queryKey, await call());
    } catch (error) {
      if (failureCode(error) !== 'PROOF_REQUIRED') toastFailure(error, { title: m.posts_feed_failed() });
    } finally {
      setBusy(false);
    }
  };
  return (
    <details className={classes.feed}>
      <summary>{m.posts_feed()}</summary>
      <p>
        {m.posts_feed_public()}: <a href="/feed.rss">RSS</a>, <a href="/feed.atom">Atom</a>
      </p>
      <h2>{m.posts_feed_private()}</h2>
      <p>{m.posts_feed_private_text()}</p>
      {data?.rss && (
        <p>
          <code>{data.rss}</code>
        </p>
      )}
      {data?.exists && !data.rss && <p>{m.posts_feed_exists()}</p>}
      <p className={classes.buttons}>
        <Button
          variant="secondary"
          size="sm"
          busy={busy}
          disabled={!data}
          onClick={() => change(() => api.posts.createFeedAddress())}
        >
          {data?.exists ? m.posts_feed_renew() : m.posts_feed_make()}
        </Button>
        {data?.exists && (
          <Button
            variant="danger"
            size="sm"
            busy={busy}
            onClick={() => change(() => api.posts.removeFeedAddress())}
          >
            {m.posts_feed_revoke()}
          </Button>
        )}
      </p>
    </details>
  );
}
