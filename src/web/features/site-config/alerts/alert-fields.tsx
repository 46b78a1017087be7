import { type Ref, useState } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { AlertSettings } from '#contract/administration/alert-settings';
import { m } from '#web/lib/messages.ts';
import { TextAreaField, TextField } from '#web/ui/fields/text-field.tsx';
import classes from '../config.module.css';

export function AlertFields() {
  const { control, formState, register } = useFormContext<AlertSettings>();
  const { errors } = formState;
  const entries = Object.values(errors.emails ?? {}).flatMap((fault) =>
    typeof fault === 'object' && fault && 'message' in fault ? [String(fault.message)] : [],
  );
  return (
    <div className={classes.pair}>
      <div className={classes.fields}>
        <Controller
          control={control}
          name="emails"
          render={({ field }) => (
            <EmailsField
              value={field.value}
              error={[...new Set(entries)].join('. ') || errors.emails?.message}
              ref={field.ref}
              onBlur={field.onBlur}
              onChange={field.onChange}
            />
          )}
        />
        <TextField
          label={m.alerts_webhook()}
          help={m.alerts_webhook_help()}
          error={errors.webhookUrl?.message}
          inputMode="url"
          spellCheck={false}
          {...register('webhookUrl')}
        />
      </div>
      <div className={classes.fields}>
        <NumberField name="choreFailures" label={m.alerts_chore_failures()} min={1} max={100} />
        <NumberField name="failedMails" label={m.alerts_failed_mails()} min={1} max={10_000} />
        <NumberField
          name="backupDays"
          label={m.alerts_backup_days()}
          help={m.alerts_backup_days_help()}
          min={0}
          max={365}
        />
        <NumberField
          name="perHour"
          label={m.alerts_per_hour()}
          help={m.alerts_per_hour_help()}
          min={1}
          max={100}
        />
      </div>
    </div>
  );
}

interface NumberFieldProps {
  name: 'choreFailures' | 'failedMails' | 'backupDays' | 'perHour';
  label: string;
  help?: string;
  min: number;
  max: number;
}

function NumberField({ name, ...rest }: NumberFieldProps) {
  const { formState, register } = useFormContext<AlertSettings>();
  return (
    <TextField
      type="number"
      error={formState.errors[name]?.message}
      {...rest}
      {...register(name, { valueAsNumber: true })}
    />
  );
}

interface EmailsFieldProps {
  value: readonly string[];
  error: string | undefined;
  ref: Ref<HTMLTextAreaElement>;
  onBlur: () => void;
  onChange: (emails: string[]) => void;
}

/** An address on each line, as it is typed; what comes from elsewhere, such as another administrator, takes its place. */
function EmailsField({ error, onBlur, onChange, ref, value }: EmailsFieldProps) {
  const [typed, setTyped] = useState(value.join('\n'));
  if (emailsIn(typed).join('\n') !== value.join('\n')) setTyped(value.join('\n'));
  return (
    <TextAreaField
      label={m.alerts_emails()}
      help={m.alerts_emails_help()}
      error={error}
      rows={4}
      spellCheck={false}
      ref={ref}
      value={typed}
      onBlur={onBlur}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(emailsIn(target.value));
      }}
    />
  );
}

function emailsIn(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== '');
}
