import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { useKeepFocus } from '#web/ui/use-keep-focus.ts';
import classes from './comment-queue.module.css';
import { reportedQuery } from './queries.ts';
import { ReportedRow } from './reported-row.tsx';
import { useDeciding } from './use-deciding.ts';

/** Reported comments: choose some, decide about them together, take it back. */
export function CommentQueue({ q }: { q: string }) {
  const query = useInfiniteQuery({ ...reportedQuery(useApi(), q), placeholderData: keepPreviousData });
  const { data, error } = query;
  const { busy, decide } = useDeciding();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const ids = items.map(({ comment }) => comment.id).filter((id) => chosen.has(id));
  // Without one chosen they keep the focus, which a disabled button loses once it has decided.
  const isHeld = busy || ids.length === 0;
  const box = useKeepFocus<HTMLDivElement>();
  const choose = (id: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const run = async (decision: 'hide' | 'dismiss' | 'remove') => {
    // A request holds a hundred; the rest stays chosen.
    const now = ids.slice(0, 100);
    if (await decide(now, decision)) setChosen(new Set(ids.slice(100)));
  };
  return (
    <div {...box}>
      {error && !data && <ErrorState error={error} heading="h2" />}
      {!data && !error && <LoadingState inline />}
      {data && items.length === 0 && (
        <EmptyState
          title={q ? m.comments_all_none_found() : m.comments_queue_none()}
          text={q ? m.comments_all_none_found_text() : m.comments_queue_none_text()}
          drawing="talk"
        />
      )}
      {items.length > 0 && (
        <>
          <div className={classes.bar} role="toolbar" aria-label={m.comments_queue_bar()}>
            <label className={classes.all}>
              <input
                type="checkbox"
                checked={ids.length === items.length}
                onChange={(event) =>
                  setChosen(new Set(event.target.checked ? items.map(({ comment }) => comment.id) : []))
                }
              />
              {m.comments_queue_all()}
            </label>
            <span role="status">{m.comments_queue_chosen({ count: ids.length })}</span>
            <div className={classes.decisions}>
              <Button size="sm" variant="secondary" busy={isHeld} onClick={() => run('hide')}>
                {m.comments_hide()}
              </Button>
              <Button size="sm" variant="secondary" busy={isHeld} onClick={() => run('dismiss')}>
                {m.comments_queue_dismiss()}
              </Button>
              <Button size="sm" variant="danger" busy={isHeld} onClick={() => run('remove')}>
                {m.comments_queue_remove()}
              </Button>
            </div>
          </div>
          <ul className={classes.list}>
            {items.map((reported) => (
              <ReportedRow
                key={reported.comment.id}
                reported={reported}
                chosen={chosen.has(reported.comment.id)}
                onChoose={(on) => choose(reported.comment.id, on)}
              />
            ))}
          </ul>
        </>
      )}
      <MoreButton list={query}>{m.comments_more()}</MoreButton>
    </div>
  );
}
