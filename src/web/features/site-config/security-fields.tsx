import { type Ref, useState } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { SecuritySettings } from '#contract/administration/settings';
import { PASSWORD_POLICIES, type PasswordPolicy } from '#domain/accounts/password-policy';
import { m } from '#web/lib/messages.ts';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import classes from './config.module.css';
import { SwitchField } from './switch-field.tsx';

const POLICIES: Record<PasswordPolicy, { label: () => string; text: () => string }> = {
  low: { label: m.config_security_low, text: m.config_security_low_text },
  medium: { label: m.config_security_medium, text: m.config_security_medium_text },
  high: { label: m.config_security_high, text: m.config_security_high_text },
};

export function policyWord(policy: PasswordPolicy): string {
  return POLICIES[policy].label();
}

export function SecurityFields() {
  const { control, formState, register } = useFormContext<SecuritySettings>();
  const { errors } = formState;
  const lineFaults = Object.values(errors.allowedAddresses ?? {}).flatMap((fault) =>
    typeof fault === 'object' && fault && 'message' in fault ? [String(fault.message)] : [],
  );
  return (
    <>
      <SwitchField<SecuritySettings>
        name="twoFactor"
        label={m.config_security_two_factor()}
        text={m.config_security_two_factor_text()}
      />
      <fieldset className={classes.policies}>
        <legend>{m.config_security_policy()}</legend>
        {PASSWORD_POLICIES.map((policy) => (
          <label key={policy}>
            <input type="radio" value={policy} {...register('passwordPolicy')} />
            <span>
              {POLICIES[policy].label()}
              <small>{POLICIES[policy].text()}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <TextField
        label={m.config_security_minutes()}
        help={m.config_security_minutes_help()}
        type="number"
        min={1}
        max={1440}
        error={errors.sessionMinutes?.message}
        {...register('sessionMinutes', { valueAsNumber: true })}
      />
      <Controller
        control={control}
        name="allowedAddresses"
        render={({ field }) => (
          <AddressesField
            value={field.value}
            error={lineFaults.join('. ') || errors.allowedAddresses?.message}
            ref={field.ref}
            onBlur={field.onBlur}
            onChange={field.onChange}
          />
        )}
      />
    </>
  );
}

interface AddressesFieldProps {
  value: readonly string[];
  error: string | undefined;
  ref: Ref<HTMLTextAreaElement>;
  onBlur: () => void;
  onChange: (addresses: string[]) => void;
}

/** An address on each line, as it is typed; what comes from elsewhere, such as another administrator, takes its place. */
function AddressesField({ error, onBlur, onChange, ref, value }: AddressesFieldProps) {
  const [text, setText] = useState(value.join('\n'));
  if (addressesIn(text).join('\n') !== value.join('\n')) setText(value.join('\n'));
  return (
    <TextAreaField
      label={m.config_security_addresses()}
      help={m.config_security_addresses_help()}
      error={error}
      rows={5}
      spellCheck={false}
      ref={ref}
      value={text}
      onBlur={onBlur}
      onChange={({ target }) => {
        setText(target.value);
        onChange(addressesIn(target.value));
      }}
    />
  );
}

function addressesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
