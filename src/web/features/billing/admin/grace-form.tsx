import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import classes from './billing-page.module.css';
import { paymentSettingsQuery } from './queries.ts';

const MAX_DAYS = 30;

/** For how many days members keep their plan after a payment failed. */
export function GraceForm() {
  const api = useApi();
  const queryClient = useQueryClient();
  const query = paymentSettingsQuery(api);
  const { data } = useQuery(query);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  if (!data) return null;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('days') ?? '').trim();
    const graceDays = Number(typed);
    const isGood = /^\d+$/.test(typed) && graceDays <= MAX_DAYS;
    setFault(isGood ? undefined : m.billing_admin_grace_fault());
    if (!isGood || busy) return;
    setBusy(true);
    try {
      const saved = await api.settings.savePayments({ graceDays, version: data.version });
      queryClient.setQueryData(query.queryKey, saved);
      toast({ title: m.billing_admin_grace_saved() });
    } catch (error) {
      toastFailure(error);
      // Somebody else saved meanwhile: the next try is based on that; what was typed stays.
      await queryClient.invalidateQueries({ queryKey: query.queryKey });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={classes.block}>
      <h2>{m.billing_admin_grace()}</h2>
      <p>{m.billing_admin_grace_text()}</p>
      <Form onSubmit={submit}>
        <TextField
          label={m.billing_admin_grace_days()}
          help={m.billing_admin_grace_help()}
          name="days"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={String(data.value.graceDays)}
          error={fault}
        />
        <div>
          <Button type="submit" busy={busy}>
            {m.billing_admin_grace_save()}
          </Button>
        </div>
      </Form>
    </section>
  );
}
