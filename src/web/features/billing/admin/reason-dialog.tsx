import { type FormEvent, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';
import classes from './billing-page.module.css';

interface ReasonDialogProps {
  title: string;
  text: string;
  confirm: string;
  onCancel: () => void;
  onConfirm: (reason: string) => Promise<void>;
}

/** Asks for the reason of what cannot be undone. */
export function ReasonDialog({ confirm, onCancel, onConfirm, text, title }: ReasonDialogProps) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim();
    setFault(reason === '' ? m.billing_admin_gift_missing() : undefined);
    if (reason === '' || busy) return;
    setBusy(true);
    await onConfirm(reason);
    setBusy(false);
  };
  return (
    <Dialog open onClose={onCancel} title={title}>
      <p className={classes.ask}>{text}</p>
      <Form onSubmit={submit}>
        <TextAreaField
          label={m.billing_admin_gift_reason()}
          help={m.billing_admin_gift_reason_help()}
          name="reason"
          rows={3}
          maxLength={500}
          error={fault}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onCancel}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit" variant="danger" strong busy={busy}>
            {confirm}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
