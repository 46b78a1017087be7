import { type FormEvent, useState } from 'react';
import type { Invoice } from '#contract/invoices';
import { m } from '#web/lib/messages.ts';
import { digitsOf, formatMoney } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import { toSmallestUnit } from '../to-smallest-unit.ts';

interface RefundDialogProps {
  invoice: Invoice;
  onCancel: () => void;
  /** `amount` null: all that is left. */
  onConfirm: (order: { amount: number | null; reason: string }) => Promise<void>;
}

/** How much of an invoice to pay back, and why. */
export function RefundDialog({ invoice, onCancel, onConfirm }: RefundDialogProps) {
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<{ amount?: string; reason?: string }>({});
  const { currency } = invoice;
  const left = invoice.amount - invoice.refunded;
  const digits = digitsOf(currency);
  const most = formatMoney(left, currency);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const reason = String(form.get('reason') ?? '').trim();
    const amount = toSmallestUnit(String(form.get('amount') ?? ''), digits);
    const isSound = amount !== null && amount > 0 && amount <= left;
    setFaults({
      ...(!isSound && { amount: m.billing_admin_refund_amount_wrong({ amount: most }) }),
      ...(reason === '' && { reason: m.billing_admin_gift_missing() }),
    });
    if (!isSound || reason === '' || busy) return;
    setBusy(true);
    await onConfirm({ amount: amount === left ? null : amount, reason });
    setBusy(false);
  };
  return (
    <Dialog open onClose={onCancel} title={m.billing_admin_refund_named({ number: invoice.number ?? '–' })}>
      <Form onSubmit={submit}>
        <TextField
          label={`${m.billing_admin_refund_amount()} (${currency.toUpperCase()})`}
          help={m.billing_admin_refund_amount_help({ amount: most })}
          name="amount"
          inputMode="decimal"
          readOnly={busy}
          autoComplete="off"
          defaultValue={(left / 10 ** digits).toFixed(digits)}
          error={faults.amount}
        />
        <TextAreaField
          label={m.billing_admin_gift_reason()}
          help={m.billing_admin_gift_reason_help()}
          name="reason"
          rows={3}
          maxLength={500}
          readOnly={busy}
          error={faults.reason}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onCancel}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit" variant="danger" strong busy={busy}>
            {m.billing_admin_refund()}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
