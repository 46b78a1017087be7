import type { UseFormReturn } from 'react-hook-form';
import { m } from '#web/lib/messages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { judgeCode } from './judge-code.ts';

interface CodeFieldProps {
  form: UseFormReturn<{ code: string }>;
  /** By default 'Code'. */
  label?: string;
  help?: string;
  autoFocus?: boolean;
  /** Digits only: no backup code is taken here. */
  numeric?: boolean;
}

/** A code of the authenticator app, or a backup code. */
export function CodeField({ autoFocus, form, help, label, numeric }: CodeFieldProps) {
  return (
    <TextField
      label={label ?? m.auth_second_code()}
      help={help}
      autoComplete="one-time-code"
      inputMode={numeric ? 'numeric' : 'text'}
      autoFocus={autoFocus}
      error={form.formState.errors.code?.message}
      {...form.register('code', {
        validate: judgeCode,
      })}
    />
  );
}
