import { Controller, useFormContext } from 'react-hook-form';
import type { SecuritySettings } from '#contract/settings';
import { PASSWORD_POLICIES, type PasswordPolicy } from '#domain/accounts/password-policy';
import { m } from '#web/lib/messages.ts';
import { TextAreaField, TextField } from '#web/ui/text-field.tsx';
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
          <TextAreaField
            label={m.config_security_addresses()}
            help={m.config_security_addresses_help()}
            error={lineFaults.join('. ') || errors.allowedAddresses?.message}
            rows={5}
            spellCheck={false}
            ref={field.ref}
            onBlur={field.onBlur}
            defaultValue={field.value.join('\n')}
            onChange={(event) =>
              field.onChange(
                event.target.value
                  .split('\n')
                  .map((line) => line.trim())
                  .filter((line) => line !== ''),
              )
            }
          />
        )}
      />
    </>
  );
}
