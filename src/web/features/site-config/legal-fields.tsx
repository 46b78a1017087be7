import { useFormContext } from 'react-hook-form';
import type { LegalSettings } from '#contract/administration/legal-settings';
import { COUNTRIES, type Country, lawDefaults } from '#domain/billing/law/law-defaults';
import type { RefundMode } from '#domain/billing/law/withdrawal-refund';
import { language } from '#domain/language';
import { m } from '#web/lib/messages.ts';
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import classes from './config.module.css';
import { SwitchField } from './switch-field.tsx';

export function countryName(country: Country): string {
  if (country === '') return m.legal_settings_country_none();
  if (country === 'other') return m.legal_settings_country_other();
  return new Intl.DisplayNames(language(), { type: 'region' }).of(country) ?? country;
}

export function refundWords(mode: RefundMode): string {
  return mode === 'whole' ? m.legal_settings_refund_whole() : m.legal_settings_refund_share();
}

/** The country first: what it asks for is switched on with it, and stays open to change. */
export function LegalFields() {
  const { formState, register, setValue, watch } = useFormContext<LegalSettings>();
  const { errors } = formState;
  const { withdrawal } = watch();
  const follow = (country: Country) => {
    const { beginNow, cancellation, orderToPay, withdrawal: isOn, withdrawalDays } = lawDefaults(country);
    const wanted = { beginNow, cancellation, orderToPay, withdrawal: isOn, withdrawalDays };
    for (const [name, value] of Object.entries(wanted))
      setValue(name as keyof typeof wanted, value, { shouldDirty: true });
  };
  const [none, ...others] = COUNTRIES;
  const sorted = others
    .filter((country) => country !== 'other')
    .sort((a, b) => countryName(a).localeCompare(countryName(b), language()));
  return (
    <div className={classes.fields}>
      <SelectField
        label={m.legal_settings_country()}
        error={errors.country?.message}
        {...register('country', { onChange: ({ target }) => follow(target.value) })}
      >
        {[none, ...sorted, 'other' as const].map((country) => (
          <option key={country} value={country}>
            {countryName(country)}
          </option>
        ))}
      </SelectField>
      <div className={classes.switches}>
        <SwitchField<LegalSettings>
          name="withdrawal"
          label={m.legal_settings_withdrawal()}
          text={m.legal_settings_withdrawal_text()}
        />
        <SwitchField<LegalSettings>
          name="beginNow"
          label={m.legal_settings_begin_now()}
          text={m.legal_settings_begin_now_text()}
          disabled={!withdrawal}
        />
        <SwitchField<LegalSettings>
          name="cancellation"
          label={m.legal_settings_cancellation()}
          text={m.legal_settings_cancellation_text()}
        />
        <SwitchField<LegalSettings>
          name="orderToPay"
          label={m.legal_settings_order()}
          text={m.legal_settings_order_text()}
        />
      </div>
      <TextField
        label={m.legal_settings_days()}
        help={m.legal_settings_days_help()}
        type="number"
        min={1}
        max={365}
        error={errors.withdrawalDays?.message}
        {...register('withdrawalDays', { valueAsNumber: true })}
      />
      <SelectField label={m.legal_settings_refund()} error={errors.refund?.message} {...register('refund')}>
        <option value="pro-rata">{refundWords('pro-rata')}</option>
        <option value="whole">{refundWords('whole')}</option>
      </SelectField>
      <LegalTexts />
    </div>
  );
}

function LegalTexts() {
  const { formState, register, watch } = useFormContext<LegalSettings>();
  const { errors } = formState;
  const { refund, withdrawalDays } = watch();
  const lines = [
    ['taxNote', m.legal_settings_tax_note(), m.legal_order_tax()],
    ['orderButton', m.legal_settings_order_button(), m.legal_order_button()],
    ['withdrawalLabel', m.legal_settings_withdrawal_label(), m.legal_withdraw_label()],
    ['withdrawalConfirm', m.legal_settings_withdrawal_confirm(), m.legal_withdraw_confirm()],
    ['cancellationLabel', m.legal_settings_cancellation_label(), m.legal_cancel_label()],
    ['cancellationConfirm', m.legal_settings_cancellation_confirm(), m.legal_cancel_confirm()],
  ] as const;
  const beginNow = refund === 'whole' ? m.legal_order_begin_whole() : m.legal_order_begin_share();
  const days = Number.isInteger(withdrawalDays) ? withdrawalDays : 14;
  return (
    <section className={classes.fields}>
      <div>
        <h2>{m.legal_settings_texts()}</h2>
        <p className={classes.note}>{m.legal_settings_texts_text()}</p>
      </div>
      {lines.map(([name, label, placeholder]) => (
        <TextField
          key={name}
          label={label}
          placeholder={placeholder}
          error={errors[name]?.message}
          {...register(name)}
        />
      ))}
      <TextAreaField
        label={m.legal_settings_begin_text()}
        placeholder={beginNow}
        rows={4}
        error={errors.beginNowText?.message}
        {...register('beginNowText')}
      />
      <TextAreaField
        label={m.legal_settings_withdrawal_page()}
        placeholder={m.legal_withdraw_text({ days })}
        rows={9}
        error={errors.withdrawalText?.message}
        {...register('withdrawalText')}
      />
    </section>
  );
}
