import { useState } from 'react';
import type { OwnReview } from '#contract/courses/reviews';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { ReviewForm } from './review-form.tsx';
import classes from './reviews.module.css';
import { Stars } from './stars.tsx';
import { useOwnReview } from './use-own-review.ts';

interface OwnReviewPartProps {
  courseId: string;
  page: { own: OwnReview | null; writing: 'open' | 'section-required' | 'closed' };
}

/** The reader's own review, the form to write one, or what is needed first. */
export function OwnReviewPart({ courseId, page: { own, writing } }: OwnReviewPartProps) {
  const { remove, save } = useOwnReview(courseId, own);
  // The version that the open form is based on; null: nothing was typed. It stays open until its words are saved or canceled.
  const [version, setVersion] = useState<number | null>(null);
  const edit = () => setVersion((before) => before ?? own?.version ?? 0);
  const [asksDelete, setAsksDelete] = useState(false);
  if (!own && version === null && writing === 'closed') return null;
  if (!own && version === null && writing === 'section-required')
    return <p className={classes.hint}>{m.reviews_later()}</p>;
  if (!own || version !== null)
    return (
      <section className={classes.own} aria-label={own ? m.reviews_own() : m.reviews_write()}>
        <h3>{own ? m.reviews_own() : m.reviews_write()}</h3>
        {!own && <p className={classes.hint}>{m.reviews_write_text()}</p>}
        <ReviewForm
          initial={own}
          onType={edit}
          onSave={async (review) => setVersion(await save({ ...review, version: version ?? 0 }))}
          {...(own && { onCancel: () => setVersion(null) })}
        />
      </section>
    );
  return (
    <section className={classes.own} aria-label={m.reviews_own()}>
      <h3>{m.reviews_own()}</h3>
      <Stars rating={own.rating} />
      {own.body && <p className={classes.body}>{own.body}</p>}
      {own.hidden && (
        <p className={classes.hint}>
          {m.reviews_own_hidden()}
          {own.hidden.reason && ` ${m.reviews_own_hidden_reason({ reason: own.hidden.reason })}`}
        </p>
      )}
      <p className={classes.actions}>
        {!own.hidden && writing === 'open' && (
          <Button variant="secondary" size="sm" onClick={edit}>
            {m.reviews_edit()}
          </Button>
        )}
        <Button variant="quiet" size="sm" onClick={() => setAsksDelete(true)}>
          {m.reviews_delete()}
        </Button>
      </p>
      <ConfirmDialog
        open={asksDelete}
        onCancel={() => setAsksDelete(false)}
        onConfirm={() => {
          setAsksDelete(false);
          return remove();
        }}
        text={own.hidden ? m.reviews_delete_hidden_text() : m.reviews_delete_text()}
      />
    </section>
  );
}
