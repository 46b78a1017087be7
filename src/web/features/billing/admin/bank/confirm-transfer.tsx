import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ListedTransfer } from '#contract/bank-transfers';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { formatMoney } from '#web/lib/money.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { toastTransferFailure } from '../../bank/toast-transfer-failure.ts';

/** Says that the money is there, and under which number the invoice was written. */
export function ConfirmTransfer({ onClose, transfer }: { transfer: ListedTransfer; onClose: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const { amount, currency, id, reference } = transfer;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const number = String(new FormData(event.currentTarget).get('number') ?? '').trim();
    setFault(number === '' ? m.bank_admin_number_missing() : undefined);
    if (number === '' || busy) return;
    setBusy(true);
    try {
      await api.bankTransfers.confirm({ id, number });
      toast({ title: m.bank_admin_confirmed() });
      onClose();
    } catch (error) {
      if (failureCode(error) === 'SUBSCRIPTION_RUNNING')
        toastFailure(error, {
          title: m.bank_admin_subscribed(),
          description: m.bank_admin_subscribed_text(),
        });
      else toastTransferFailure(error);
      if (failureCode(error) === 'INVOICE_NUMBER_TAKEN') setFault(m.bank_errors_number());
      // What was typed stays, unless there is nothing left to confirm.
      if (failureCode(error) === 'TRANSFER_CLOSED') onClose();
      setBusy(false);
    }
    await queryClient.invalidateQueries({ queryKey: ['billing'] });
  };
  return (
    <Dialog open onClose={onClose} title={m.bank_admin_confirm_named({ reference })}>
      <p>{m.bank_admin_confirm_text({ amount: formatMoney(amount, currency), reference })}</p>
      <Form onSubmit={submit}>
        <TextField
          label={m.bank_admin_number()}
          help={m.bank_admin_number_help()}
          name="number"
          maxLength={60}
          autoComplete="off"
          error={fault}
        />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {m.ui_cancel()}
          </Button>
          <Button type="submit" busy={busy}>
            {m.bank_admin_confirm()}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
