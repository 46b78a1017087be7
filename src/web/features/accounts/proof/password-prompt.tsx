import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { errorCopy } from '#web/lib/api/error-copy.ts';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';

interface PasswordPromptProps {
  text: string;
  submit: string;
  danger?: boolean;
  onCancel: () => void;
  onPassword: (password: string) => Promise<void>;
  /** Another way than the password, at the right of its label. */
  aside?: ReactNode;
}

/** Asks for the password before something about the account's safety changes. */
export function PasswordPrompt({ aside, danger, onCancel, onPassword, submit, text }: PasswordPromptProps) {
  const form = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async ({ password }) => {
    try {
      await onPassword(password);
    } catch (error) {
      if (showFieldErrors(error, form.setError)) return;
      // Said here: behind a dialog nobody would see it.
      const { description } = errorCopy(error);
      form.setError('password', { message: description }, { shouldFocus: true });
    }
  });
  return (
    <Form onSubmit={send}>
      <p>{text}</p>
      <PasswordField
        label={m.auth_password()}
        autoComplete="current-password"
        autoFocus
        aside={aside}
        error={errors.password?.message}
        {...form.register('password', { required: m.profile_password_missing() })}
      />
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
        <Button
          type="submit"
          variant={danger ? 'danger' : 'primary'}
          strong={danger ?? false}
          busy={isSubmitting}
        >
          {isSubmitting ? m.auth_saving() : submit}
        </Button>
      </DialogActions>
    </Form>
  );
}
