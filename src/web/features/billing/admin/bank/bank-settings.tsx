import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { BankSettings as Settings } from '#contract/administration/bank-settings';
import type { Plan } from '#contract/administration/plans';
import { isAccountNumber } from '#domain/billing/bank/is-account-number';
import { INTERVALS } from '#domain/billing/facts';
import { currentOf } from '#web/lib/api/current-of.ts';
import { m } from '#web/lib/messages.ts';
import { digitsOf } from '#web/lib/money.ts';
import { useTyped } from '#web/lib/saving/use-typed.ts';
import { useApi } from '#web/lib/session/session.ts';
import { keepSiteInfo, siteInfo } from '#web/lib/site-info.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { LeaveGuard } from '#web/ui/dialogs/leave-guard.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Form, FormAlert } from '#web/ui/fields/form.tsx';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import { bankSettingsQuery } from '../../bank/queries.ts';
import { toastTransferFailure } from '../../bank/toast-transfer-failure.ts';
import { plansQuery } from '../../queries.ts';
import { toSmallestUnit } from '../../to-smallest-unit.ts';
import classes from '../billing-page.module.css';
import { CurrencyField } from '../currency-field.tsx';

const PRICE_WORDS = { month: m.bank_admin_price_month, year: m.bank_admin_price_year };
const nameOf = (planId: string, interval: string) => `${interval} ${planId}`;

/** Where members send money by bank transfer, and what plans cost that way. */
export function BankSettings() {
  const api = useApi();
  const { data, error } = useQuery(bankSettingsQuery(api));
  const sold = useQuery(plansQuery(api));
  const plans = sold.data?.filter(({ tier }) => tier !== 'free');
  const failure = (!data && error) || (!plans && sold.error);
  return (
    <section className={classes.block}>
      <h2>{m.bank_admin_settings()}</h2>
      <p>{m.bank_admin_settings_text()}</p>
      {failure && <ErrorState error={failure} heading="h3" />}
      {!(data && plans) && !failure && <LoadingState inline />}
      {data && plans && <SettingsForm first={data} plans={plans} />}
    </section>
  );
}

interface Saved {
  readonly value: Settings;
  readonly version: number;
}
interface SettingsFormProps {
  readonly first: Saved;
  readonly plans: readonly Plan[];
}

function SettingsForm({ first, plans }: SettingsFormProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const typed = useTyped();
  // Held: what somebody else saves while this stands here is on the screen only after a save or a conflict.
  const [{ value, version }, setBase] = useState(first);
  // What was only chosen is shown anew after a conflict, and stays after a save.
  const [conflicts, setConflicts] = useState(0);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const { faults: found, wanted } = readForm(values, plans);
    setFaults(found);
    if (Object.keys(found).length > 0 || busy) return;
    setBusy(true);
    try {
      const save = () => api.bankTransfers.saveSettings({ ...wanted, version });
      const saved = await typed.sending(values, save);
      setBase(saved);
      queryClient.setQueryData(bankSettingsQuery(api).queryKey, saved);
      toast({ title: m.bank_admin_saved() });
      // This window shows at once what every other one reads with its next page.
      const { sellsPlans: _former, ...info } = siteInfo(queryClient);
      const isSelling = info.takesPayments || saved.value.isOn;
      keepSiteInfo(queryClient, {
        ...info,
        ...(isSelling && { sellsPlans: true as const, hasSoldPlans: true as const }),
      });
      // Offers hold these prices, too.
      await queryClient.invalidateQueries({ queryKey: ['billing'] });
    } catch (error) {
      const current = currentOf<Saved>(error);
      if (!current) toastTransferFailure(error);
      else {
        // The next try is based on what is saved now: what was typed stays, what was only chosen is theirs.
        setBase(current);
        setConflicts((count) => count + 1);
        typed.beginAnew();
        queryClient.setQueryData(bankSettingsQuery(api).queryKey, current);
        setFaults({ form: m.bank_admin_conflict() });
      }
    } finally {
      setBusy(false);
    }
  };
  const priceOf = (planId: string, interval: string) =>
    value.prices.find((price) => price.planId === planId && price.interval === interval)?.amount;
  const digits = digitsOf(value.currency);
  return (
    <div className={classes.form}>
      <Form onSubmit={submit} {...typed.form}>
        <label className={classes.tick}>
          <input key={conflicts} type="checkbox" name="isOn" defaultChecked={value.isOn} />
          {m.bank_admin_on()}
        </label>
        <TextField
          label={m.bank_holder()}
          name="holder"
          maxLength={100}
          defaultValue={value.holder}
          error={faults.holder}
        />
        <TextField
          label={m.bank_account()}
          name="account"
          maxLength={50}
          autoComplete="off"
          defaultValue={value.account}
          error={faults.account}
        />
        <TextField
          label={m.bank_code()}
          name="code"
          maxLength={30}
          autoComplete="off"
          defaultValue={value.code}
        />
        <TextField label={m.bank_bank()} name="bank" maxLength={100} defaultValue={value.bank} />
        <TextAreaField
          label={m.bank_admin_note_field()}
          help={m.bank_admin_note_help()}
          name="note"
          rows={3}
          maxLength={500}
          defaultValue={value.note}
        />
        <CurrencyField key={conflicts} defaultValue={value.currency} />
        {plans.flatMap(({ id, name }) =>
          INTERVALS.map((interval) => {
            const amount = priceOf(id, interval);
            return (
              <TextField
                key={nameOf(id, interval)}
                label={PRICE_WORDS[interval]({ plan: name })}
                help={m.bank_admin_price_help()}
                name={nameOf(id, interval)}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={amount === undefined ? '' : (amount / 10 ** digits).toFixed(digits)}
                error={faults[nameOf(id, interval)]}
              />
            );
          }),
        )}
        {faults.form && <FormAlert title={m.bank_admin_conflict()} text="" />}
        <div>
          <Button type="submit" busy={busy}>
            {m.bank_admin_save()}
          </Button>
        </div>
      </Form>
      <LeaveGuard {...typed.guard} />
    </div>
  );
}

/** What was typed, as it is saved, and what is wrong with it by field. */
function readForm(
  values: FormData,
  plans: readonly Plan[],
): { wanted: Settings; faults: Record<string, string> } {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  const faults: Record<string, string> = {};
  const currency = text('currency');
  const prices: Settings['prices'] = [];
  for (const { id: planId } of plans)
    for (const interval of INTERVALS) {
      const name = nameOf(planId, interval);
      if (text(name) === '') continue;
      const amount = toSmallestUnit(text(name), digitsOf(currency));
      if (amount) prices.push({ planId, interval, amount });
      else faults[name] = m.bank_admin_price_wrong();
    }
  const isOn = values.has('isOn');
  const [holder, account] = [text('holder'), text('account')];
  if (isOn && holder === '') faults.holder = m.bank_admin_holder_missing();
  if (account === '' ? isOn : !isAccountNumber(account)) faults.account = m.bank_admin_account_wrong();
  const details = { holder, account, code: text('code'), bank: text('bank'), note: text('note') };
  return { wanted: { isOn, ...details, currency, prices }, faults };
}
