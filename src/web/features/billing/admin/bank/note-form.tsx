import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { digitsOf } from '#web/lib/money.ts';
import { resetSent } from '#web/lib/saving/reset-sent.ts';
import { useTyped } from '#web/lib/saving/use-typed.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import { toastTransferFailure } from '../../bank/toast-transfer-failure.ts';
import { toSmallestUnit } from '../../to-smallest-unit.ts';
import classes from '../billing-page.module.css';
import { CurrencyField } from '../currency-field.tsx';

const DAY_MS = 86_400_000;
const PAID = ['basic', 'premium'] as const;

interface Faults {
  readonly amount?: string;
  readonly number?: string;
  readonly to?: string;
}

/** An invoice that the school wrote itself, and that is paid: the plan is open for its days. */
export function NoteForm({ userId }: { userId: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const tierName = useTierName();
  const [busy, setBusy] = useState(false);
  const typed = useTyped();
  const [faults, setFaults] = useState<Faults>({});
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const text = (name: string) => String(values.get(name) ?? '').trim();
    const currency = text('currency');
    const amount = toSmallestUnit(text('amount'), digitsOf(currency));
    const tier = PAID.find((it) => it === text('tier'));
    const days = [text('from'), text('to')].map((day) => Date.parse(`${day}T00:00:00Z`));
    const [from = Number.NaN, to = Number.NaN] = days;
    const found: Faults = {
      ...(!amount && { amount: m.bank_admin_price_wrong() }),
      ...(text('number') === '' && { number: m.bank_admin_number_missing() }),
      ...(!(from <= to) && { to: m.bank_admin_note_days() }),
    };
    setFaults(found);
    if (!amount || !tier || Object.keys(found).length > 0 || busy) return;
    setBusy(true);
    try {
      const note = {
        userId,
        tier,
        amount,
        currency,
        number: text('number'),
        from: new Date(from).toISOString(),
        to: new Date(to + DAY_MS).toISOString(),
      };
      await typed.sending(values, () => api.bankTransfers.note(note));
      toast({ title: m.bank_admin_noted() });
      resetSent(form, values);
      await queryClient.invalidateQueries({ queryKey: ['billing'] });
    } catch (error) {
      toastTransferFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.form}>
      <h3 className={classes.subtitle}>{m.bank_admin_note()}</h3>
      <p className={classes.note}>{m.bank_admin_note_text()}</p>
      <Form onSubmit={submit} {...typed.form}>
        <SelectField label={m.billing_admin_plan()} name="tier" defaultValue="premium">
          {PAID.map((tier) => (
            <option key={tier} value={tier}>
              {tierName(tier)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={m.billing_admin_amount()}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          error={faults.amount}
        />
        <CurrencyField defaultValue="eur" />
        <TextField
          label={m.bank_admin_number()}
          name="number"
          maxLength={60}
          autoComplete="off"
          error={faults.number}
        />
        <TextField label={m.bank_admin_note_from()} name="from" type="date" />
        <TextField label={m.bank_admin_note_to()} name="to" type="date" error={faults.to} />
        <div>
          <Button type="submit" variant="secondary" busy={busy}>
            {m.bank_admin_note()}
          </Button>
        </div>
      </Form>
      <LeaveGuard {...typed.guard} />
    </div>
  );
}
