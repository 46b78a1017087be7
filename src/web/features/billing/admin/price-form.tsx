import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Plan } from '#contract/administration/plans';
import { INTERVALS } from '#domain/billing/facts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { digitsOf } from '#web/lib/money.ts';
import { resetSent } from '#web/lib/saving/reset-sent.ts';
import { useTyped } from '#web/lib/saving/use-typed.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import { toSmallestUnit } from '../to-smallest-unit.ts';
import classes from './billing-page.module.css';
import { CurrencyField } from './currency-field.tsx';

const WORDS = { month: m.billing_month, year: m.billing_year };

/** A new price of a plan; it takes the place of the former one of the same interval. */
export function PriceForm({ plans }: { plans: readonly Plan[] }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const typed = useTyped();
  const [fault, setFault] = useState<string>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const text = (name: string) => String(values.get(name) ?? '');
    const currency = text('currency');
    const amount = toSmallestUnit(text('amount'), digitsOf(currency));
    setFault(amount === null ? m.billing_admin_price_amount_wrong() : undefined);
    const interval = INTERVALS.find((it) => it === text('interval'));
    if (amount === null || !interval) return;
    setBusy(true);
    try {
      await typed.sending(values, () =>
        api.billing.addPrice({ planId: text('planId'), interval, amount, currency }),
      );
      toast({ title: m.billing_admin_price_added() });
      resetSent(form, values);
      await queryClient.invalidateQueries({ queryKey: ['billing'] });
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.form}>
      <Form onSubmit={submit} {...typed.form}>
        <SelectField label={m.billing_admin_plan()} name="planId">
          {plans.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label={m.billing_admin_price_interval()} name="interval">
          {INTERVALS.map((interval) => (
            <option key={interval} value={interval}>
              {WORDS[interval]()}
            </option>
          ))}
        </SelectField>
        <CurrencyField />
        <TextField
          label={m.billing_admin_price_amount()}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          error={fault}
        />
        <div>
          <Button type="submit" busy={busy}>
            {m.billing_admin_price_add()}
          </Button>
        </div>
      </Form>
      <LeaveGuard {...typed.guard} />
    </div>
  );
}
