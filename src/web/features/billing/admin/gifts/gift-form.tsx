import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { TIERS } from '#domain/tiers';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { resetSent } from '#web/lib/saving/reset-sent.ts';
import { useTyped } from '#web/lib/saving/use-typed.ts';
import { useApi } from '#web/lib/session/session.ts';
import { hasHalfTyped } from '#web/lib/time/local-time.ts';
import { toast } from '#web/lib/toast.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import { fieldFaults } from '../../team/field-faults.ts';
import classes from '../billing-page.module.css';
import { type GiftFaults, readGift } from './read-gift.ts';

/** Gives a plan for a time, or without an end; a subscription that runs stays as it is. */
export function GiftForm({ userId }: { userId: string }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const tierName = useTierName();
  const [busy, setBusy] = useState(false);
  const typed = useTyped();
  const [faults, setFaults] = useState<GiftFaults>({});
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const { faults: found, gift } = readGift(values, new Date());
    const isUndated = hasHalfTyped(form, 'until');
    setFaults({ ...found, ...(isUndated && { until: m.ui_date_incomplete() }) });
    if (!gift || isUndated) return;
    setBusy(true);
    try {
      await typed.sending(values, () => api.billing.gift({ id: userId, ...gift }));
      toast({ title: m.billing_admin_gifted() });
      resetSent(form, values);
      await queryClient.invalidateQueries({ queryKey: ['billing'] });
    } catch (error) {
      const said = fieldFaults(error);
      // By the server's clock.
      if (said) setFaults(said);
      else toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.form}>
      <h3 className={classes.subtitle}>{m.billing_admin_gift()}</h3>
      <Form onSubmit={submit} {...typed.form}>
        <SelectField label={m.billing_admin_gift_tier()} name="tier" defaultValue="premium">
          {TIERS.filter((tier) => tier !== 'free').map((tier) => (
            <option key={tier} value={tier}>
              {tierName(tier)}
            </option>
          ))}
        </SelectField>
        <TextField label={m.billing_admin_gift_until()} name="until" type="date" error={faults.until} />
        <TextField
          label={m.billing_admin_gift_reason()}
          help={m.billing_admin_gift_reason_help()}
          name="reason"
          maxLength={500}
          autoComplete="off"
          error={faults.reason}
        />
        <div>
          <Button type="submit" busy={busy}>
            {m.billing_admin_gift()}
          </Button>
        </div>
      </Form>
      <LeaveGuard {...typed.guard} />
    </div>
  );
}
