import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { REVIEW_REASON_MAX } from '#domain/reviews/limits';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';
import { reloadReviews } from './queries.ts';
import classes from './reviews.module.css';
import { toastReviewFailure } from './toast-review-failure.ts';

const WORDS = {
  hide: {
    title: m.reviews_hide_title,
    text: m.reviews_hide_text,
    confirm: m.reviews_hide,
    done: m.reviews_hidden_done,
    failed: m.reviews_hide_failed,
  },
  'take-down': {
    title: m.reviews_take_down_title,
    text: m.reviews_take_down_text,
    confirm: m.reviews_take_down,
    done: m.reviews_deleted,
    failed: m.reviews_delete_failed,
  },
} as const;

interface ReasonDialogProps {
  id: string;
  action: keyof typeof WORDS;
  onClose: () => void;
}

/** Asks an administrator why a review is hidden or deleted, and does it. */
export function ReasonDialog({ action, id, onClose }: ReasonDialogProps) {
  const { reviews } = useApi();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const words = WORDS[action];
  const send = async () => {
    if (reason.trim() === '') return setProblem(m.reviews_reason_empty());
    setBusy(true);
    try {
      const input = { id, reason: reason.trim() };
      await (action === 'hide' ? reviews.hide(input) : reviews.takeDown(input));
      toast({ title: words.done() });
      onClose();
      await reloadReviews(queryClient);
    } catch (error) {
      toastReviewFailure(error, words.failed());
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} title={words.title()}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <p className={classes.hint}>{words.text()}</p>
        <TextAreaField
          label={m.reviews_reason()}
          error={problem}
          value={reason}
          readOnly={busy}
          maxLength={REVIEW_REASON_MAX}
          onChange={(event) => {
            setReason(event.target.value);
            setProblem(undefined);
          }}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit" variant={action === 'hide' ? 'primary' : 'danger'} busy={busy}>
            {words.confirm()}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
