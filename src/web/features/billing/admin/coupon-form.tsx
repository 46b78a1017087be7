import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Plan } from '#contract/administration/plans';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { resetSent } from '#web/lib/saving/reset-sent.ts';
import { useTyped } from '#web/lib/saving/use-typed.ts';
import { useApi } from '#web/lib/session/session.ts';
import { hasHalfTyped } from '#web/lib/time/local-time.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { SelectField, TextField } from '#web/ui/fields/text-field.tsx';
import classes from './billing-page.module.css';
import { CurrencyField } from './currency-field.tsx';
import { couponsQuery } from './queries.ts';
import { type CouponFaults, readCoupon } from './read-coupon.ts';

const KINDS = { percent: m.coupons_kind_percent, amount: m.coupons_kind_amount };
type CouponKind = keyof typeof KINDS;
const DURATIONS = {
  once: m.coupons_duration_once,
  repeating: m.coupons_duration_repeating,
  forever: m.coupons_duration_forever,
};
type Duration = keyof typeof DURATIONS;

/** A new coupon; what is wrong with it is said beside its field, and what was typed stays. */
export function CouponForm({ plans }: { plans: readonly Plan[] }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const typed = useTyped();
  const [kind, setKind] = useState<CouponKind>('percent');
  const [duration, setDuration] = useState<Duration>('once');
  const [faults, setFaults] = useState<CouponFaults>({});
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const { coupon, faults: found } = readCoupon(values, new Date());
    const isUndated = hasHalfTyped(form, 'expires');
    setFaults({ ...found, ...(isUndated && { expires: m.ui_date_incomplete() }) });
    if (!coupon || isUndated) return;
    setBusy(true);
    try {
      await typed.sending(values, () => api.billing.addCoupon(coupon));
      toast({ title: m.coupons_added({ code: coupon.code }) });
      if (resetSent(form, values)) {
        setKind('percent');
        setDuration('once');
      }
      await queryClient.invalidateQueries({ queryKey: couponsQuery(api).queryKey });
    } catch (error) {
      if (failureCode(error) === 'COUPON_CODE_TAKEN') setFaults({ code: m.coupons_code_taken() });
      else toastFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.form}>
      <h3 className={classes.subtitle}>{m.coupons_new()}</h3>
      <Form onSubmit={submit} {...typed.form}>
        <TextField
          label={m.coupons_code()}
          help={m.coupons_code_help()}
          name="code"
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          error={faults.code}
        />
        <SelectField
          label={m.coupons_kind()}
          name="kind"
          value={kind}
          onChange={({ target }) => setKind(target.value === 'amount' ? 'amount' : 'percent')}
        >
          {Object.entries(KINDS).map(([value, words]) => (
            <option key={value} value={value}>
              {words()}
            </option>
          ))}
        </SelectField>
        {kind === 'amount' && <CurrencyField />}
        <TextField
          label={KINDS[kind]()}
          name="off"
          inputMode="decimal"
          autoComplete="off"
          error={faults.off}
        />
        <SelectField
          label={m.coupons_duration()}
          name="duration"
          value={duration}
          onChange={({ target }) =>
            setDuration((Object.keys(DURATIONS) as Duration[]).find((it) => it === target.value) ?? 'once')
          }
        >
          {Object.entries(DURATIONS).map(([value, words]) => (
            <option key={value} value={value}>
              {words()}
            </option>
          ))}
        </SelectField>
        {duration === 'repeating' && (
          <TextField
            label={m.coupons_months()}
            name="months"
            inputMode="numeric"
            autoComplete="off"
            error={faults.months}
          />
        )}
        <TextField
          label={m.coupons_max()}
          name="max"
          inputMode="numeric"
          autoComplete="off"
          error={faults.max}
        />
        <TextField label={m.coupons_expires_form()} name="expires" type="date" error={faults.expires} />
        <fieldset className={classes.choices}>
          <legend>{m.coupons_plans()}</legend>
          <small>{m.coupons_plans_help()}</small>
          {plans.map(({ id, name }) => (
            <label key={id}>
              <input type="checkbox" name="plan" value={id} /> {name}
            </label>
          ))}
        </fieldset>
        <div>
          <Button type="submit" busy={busy}>
            {m.coupons_add()}
          </Button>
        </div>
      </Form>
      <LeaveGuard {...typed.guard} />
    </div>
  );
}
