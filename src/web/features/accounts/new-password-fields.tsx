import type { UseFormReturn } from 'react-hook-form';
import { m } from '#web/lib/messages.ts';
import { PasswordField } from '#web/ui/password-field.tsx';
import { usePasswordHint } from './use-password-hint.ts';

interface NewPassword {
  password: string;
  confirmPassword: string;
}

/** A new password, twice. */
export function NewPasswordFields({
  form,
}: {
  form: Pick<UseFormReturn<NewPassword>, 'register' | 'formState'>;
}) {
  const hint = usePasswordHint();
  const { errors } = form.formState;
  return (
    <>
      <PasswordField
        label={m.auth_new_password()}
        help={hint}
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <PasswordField
        label={m.auth_confirm_password()}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
    </>
  );
}
