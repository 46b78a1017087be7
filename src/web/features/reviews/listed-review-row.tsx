import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedReview } from '#contract/courses/reviews';
import { slugPath } from '#domain/courses/page-paths';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { reloadReviews } from './queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import classes from './reviews.module.css';
import { Stars } from './stars.tsx';
import { toastReviewFailure } from './toast-review-failure.ts';

/** One review among all of them: it can be hidden, shown again, or deleted here. */
export function ListedReviewRow({ review }: { review: ListedReview }) {
  const { author, body, course, createdAt, hidden, id, isRemoved, rating } = review;
  const [asked, setAsked] = useState<'hide' | 'take-down' | null>(null);
  const { busy, unhide } = useUnhide(id);
  const name = author?.name ?? m.reviews_someone();
  return (
    <li className={classes.listed}>
      <div>
        <p className={classes.meta}>
          <strong>{name}</strong>
          <Stars rating={rating} />
          <time dateTime={createdAt}>{formatTime(createdAt)}</time>
          <a href={`${slugPath(course.slug)}#reviews`}>{course.title}</a>
          {hidden && <span>{m.reviews_hidden()}</span>}
          {isRemoved && <span>{m.reviews_removed()}</span>}
        </p>
        {body && <p className={classes.body}>{body}</p>}
        {hidden?.reason && (
          <p className={classes.hint}>{m.reviews_hidden_reason({ reason: hidden.reason })}</p>
        )}
      </div>
      <div className={classes.actions}>
        {hidden && !isRemoved && (
          <Button
            variant="secondary"
            size="sm"
            busy={busy}
            aria-label={m.reviews_unhide_of({ name })}
            onClick={unhide}
          >
            {m.reviews_unhide()}
          </Button>
        )}
        {!hidden && (
          <Button
            variant="secondary"
            size="sm"
            aria-label={m.reviews_hide_of({ name })}
            onClick={() => setAsked('hide')}
          >
            {m.reviews_hide()}
          </Button>
        )}
        <Button
          variant="quiet"
          size="sm"
          aria-label={m.reviews_take_down_of({ name })}
          onClick={() => setAsked('take-down')}
        >
          {m.reviews_take_down()}
        </Button>
      </div>
      {asked && <ReasonDialog id={id} action={asked} onClose={() => setAsked(null)} />}
    </li>
  );
}

function useUnhide(id: string) {
  const { reviews } = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const unhide = async () => {
    setBusy(true);
    try {
      await reviews.unhide({ id });
      toast({ title: m.reviews_shown_done() });
    } catch (error) {
      toastReviewFailure(error, m.reviews_unhide_failed());
    } finally {
      await reloadReviews(queryClient);
      setBusy(false);
    }
  };
  return { busy, unhide };
}
