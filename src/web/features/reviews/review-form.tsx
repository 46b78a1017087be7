import { useId, useState } from 'react';
import type { OwnReview } from '#contract/courses/reviews';
import { RATINGS, type Rating, REVIEW_MAX } from '#domain/reviews/limits';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';
import classes from './reviews.module.css';
import { Star } from './stars.tsx';

interface ReviewFormProps {
  initial: OwnReview | null;
  /** With each change of what is in it. */
  onType: () => void;
  onSave: (review: { rating: Rating; body: string }) => Promise<void>;
  onCancel?: () => void;
}

/** Stars, and words for those who want to. What is typed stays until the server has it. */
export function ReviewForm({ initial, onCancel, onSave, onType }: ReviewFormProps) {
  const [rating, setRating] = useState<Rating | undefined>(initial?.rating);
  const [body, setBody] = useState(initial?.body ?? '');
  const [isSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isTooLong = body.trim().length > REVIEW_MAX;
  const send = async () => {
    setSent(true);
    if (rating === undefined || isTooLong || isBusy) return;
    setBusy(true);
    await onSave({ rating, body: body.trim() });
    setBusy(false);
  };
  return (
    <Form
      className={classes.form}
      onChange={onType}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <RatingField
        rating={rating}
        // What is changed while it is saved would go with the form.
        onChange={(next) => isBusy || setRating(next)}
        isMissing={isSent && rating === undefined}
      />
      <TextAreaField
        label={m.reviews_body()}
        help={m.reviews_body_help()}
        error={isTooLong ? m.reviews_too_long({ max: REVIEW_MAX }) : undefined}
        value={body}
        readOnly={isBusy}
        onChange={(event) => setBody(event.target.value)}
      />
      <div className={classes.actions}>
        <Button type="submit" busy={isBusy}>
          {initial ? m.reviews_save() : m.reviews_post()}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            {m.ui_cancel()}
          </Button>
        )}
      </div>
    </Form>
  );
}

interface RatingFieldProps {
  rating: Rating | undefined;
  onChange: (rating: Rating) => void;
  isMissing: boolean;
}

function RatingField({ isMissing, onChange, rating }: RatingFieldProps) {
  const error = useId();
  return (
    <fieldset className={classes.rating} aria-describedby={isMissing ? error : undefined}>
      <legend>{m.reviews_your_rating()}</legend>
      <div className={classes.choices}>
        {RATINGS.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="rating"
              value={each}
              checked={rating === each}
              onChange={() => onChange(each)}
              aria-label={m.reviews_stars({ count: each })}
            />
            <Star share={rating !== undefined && each <= rating ? 1 : 0} />
          </label>
        ))}
      </div>
      {isMissing && (
        <p id={error} role="alert" className={classes.error}>
          {m.reviews_choose()}
        </p>
      )}
    </fieldset>
  );
}
