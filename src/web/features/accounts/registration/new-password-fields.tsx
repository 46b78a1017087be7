import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { m } from '#web/lib/messages.ts';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { usePasswordHint } from './use-password-hint.ts';

interface NewPasswordFieldsProps {
  /** What the first field is called; left out: a new password. */
  readonly label?: string;
  readonly errors: { readonly password?: FieldError; readonly confirmPassword?: FieldError };
  readonly password: UseFormRegisterReturn;
  readonly confirmPassword: UseFormRegisterReturn;
}

/** A new password, twice. */
export function NewPasswordFields({ confirmPassword, errors, label, password }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label={label ?? m.auth_new_password()}
        help={usePasswordHint()}
        autoComplete="new-password"
        error={errors.password?.message}
        {...password}
      />
      <PasswordField
        label={m.auth_confirm_password()}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...confirmPassword}
      />
    </>
  );
}
