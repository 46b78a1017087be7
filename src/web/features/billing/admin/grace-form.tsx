import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Api } from '#web/lib/api/api-client.ts';
import { currentOf } from '#web/lib/api/current-of.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useTyped } from '#web/lib/saving/use-typed.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import classes from './billing-page.module.css';
import { paymentSettingsQuery } from './queries.ts';

const MAX_DAYS = 30;

/** For how many days members keep their plan after a payment failed. */
export function GraceForm() {
  const { data, error } = useQuery(paymentSettingsQuery(useApi()));
  return (
    <section className={classes.block}>
      <h2>{m.billing_admin_grace()}</h2>
      <p>{m.billing_admin_grace_text()}</p>
      {error && !data && <ErrorState error={error} heading="h3" />}
      {!data && !error && <LoadingState inline />}
      {data && <DaysForm first={data} />}
    </section>
  );
}

type Saved = Awaited<ReturnType<Api['settings']['savePayments']>>;

function DaysForm({ first }: { first: Saved }) {
  const api = useApi();
  const queryClient = useQueryClient();
  // Held: a save is based on what stands here, whatever was read again meanwhile.
  const [base, setBase] = useState(first);
  const [busy, setBusy] = useState(false);
  const typed = useTyped();
  const [fault, setFault] = useState<string>();
  const keep = (saved: Saved) => {
    setBase(saved);
    queryClient.setQueryData(paymentSettingsQuery(api).queryKey, saved);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const days = String(values.get('days') ?? '').trim();
    const graceDays = Number(days);
    const isGood = /^\d+$/.test(days) && graceDays <= MAX_DAYS;
    setFault(isGood ? undefined : m.billing_admin_grace_fault());
    if (!isGood || busy) return;
    setBusy(true);
    try {
      const save = () => api.settings.savePayments({ graceDays, version: base.version });
      keep(await typed.sending(values, save));
      toast({ title: m.billing_admin_grace_saved() });
    } catch (error) {
      toastFailure(error);
      // Somebody else saved meanwhile: the next try is based on that; what was typed stays, and is unsaved beside it.
      const current = currentOf<Saved>(error);
      if (current) {
        typed.beginAnew();
        keep(current);
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Form onSubmit={submit} {...typed.form}>
        <TextField
          label={m.billing_admin_grace_days()}
          help={m.billing_admin_grace_help()}
          name="days"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={String(base.value.graceDays)}
          error={fault}
        />
        <div>
          <Button type="submit" busy={busy}>
            {m.billing_admin_grace_save()}
          </Button>
        </div>
      </Form>
      <LeaveGuard {...typed.guard} />
    </>
  );
}
