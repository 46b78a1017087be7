import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Plan } from '#contract/administration/plans';
import { MAX_TRIAL_DAYS } from '#domain/billing/trial';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useTyped } from '#web/lib/saving/use-typed.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import classes from './billing-page.module.css';

/** With how many free days a plan begins. */
export function TrialForm({ plans }: { plans: readonly Plan[] }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const typed = useTyped();
  const [fault, setFault] = useState<string>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const text = (name: string) => String(values.get(name) ?? '').trim();
    const isDays = /^\d{1,3}$/.test(text('days')) && Number(text('days')) <= MAX_TRIAL_DAYS;
    setFault(isDays ? undefined : m.billing_admin_trial_wrong({ max: MAX_TRIAL_DAYS }));
    if (!isDays) return;
    setBusy(true);
    try {
      await typed.sending(values, () =>
        api.billing.setTrial({ planId: text('planId'), days: Number(text('days')) }),
      );
      toast({ title: m.billing_admin_trial_saved() });
      await queryClient.invalidateQueries({ queryKey: ['billing'] });
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  if (plans.length === 0) return null;
  return (
    <div className={classes.form}>
      <h3 className={classes.subtitle}>{m.billing_admin_trial()}</h3>
      <p>{m.billing_admin_trial_text()}</p>
      <Form onSubmit={submit} {...typed.form}>
        <SelectField label={m.billing_admin_plan()} name="planId">
          {plans.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={m.billing_admin_trial_days()}
          help={m.billing_admin_trial_help()}
          name="days"
          inputMode="numeric"
          autoComplete="off"
          error={fault}
        />
        <div>
          <Button type="submit" busy={busy}>
            {m.billing_admin_trial_save()}
          </Button>
        </div>
      </Form>
      <LeaveGuard {...typed.guard} />
    </div>
  );
}
