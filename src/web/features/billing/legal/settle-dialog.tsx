import { type FormEvent, useState } from 'react';
import type { BillingRequest } from '#contract/legal';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextAreaField } from '#web/ui/fields/text-field.tsx';
import classes from './legal.module.css';

export type Action = 'cancel' | 'refund' | 'other';

interface SettleDialogProps {
  readonly request: BillingRequest;
  readonly action: Action;
  readonly onCancel: () => void;
  readonly onConfirm: (note: string) => Promise<void>;
}

/** Says what a decision does before it is made. */
export function SettleDialog({ action, onCancel, onConfirm, request }: SettleDialogProps) {
  if (action === 'other') return <NoteDialog onCancel={onCancel} onConfirm={onConfirm} />;
  const subscription = request.member?.subscription;
  const name = request.member?.name ?? '';
  const amount = subscription ? formatMoney(subscription.refund, subscription.currency) : '';
  const isRefund = action === 'refund';
  const text = isRefund
    ? m.legal_requests_refund_text({ name, amount })
    : m.legal_requests_cancel_text({ name });
  return (
    <ConfirmDialog
      open
      title={isRefund ? m.legal_requests_refund() : m.legal_requests_cancel()}
      text={request.isSignedIn ? text : `${text} ${m.legal_requests_anonymous()}`}
      confirm={isRefund ? m.legal_requests_refund() : m.legal_requests_cancel()}
      onCancel={onCancel}
      onConfirm={() => onConfirm('')}
    />
  );
}

function NoteDialog({ onCancel, onConfirm }: Pick<SettleDialogProps, 'onCancel' | 'onConfirm'>) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get('note') ?? '').trim();
    setFault(note === '' ? m.legal_requests_note_missing() : undefined);
    if (note === '' || busy) return;
    setBusy(true);
    await onConfirm(note);
    setBusy(false);
  };
  return (
    <Dialog open onClose={onCancel} title={m.legal_requests_other()}>
      <p className={classes.ask}>{m.legal_requests_other_text()}</p>
      <Form onSubmit={submit}>
        <TextAreaField
          label={m.legal_requests_note()}
          name="note"
          rows={3}
          maxLength={500}
          readOnly={busy}
          error={fault}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onCancel}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit" busy={busy}>
            {m.legal_requests_other()}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
