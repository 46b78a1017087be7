import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { passkeyForm } from '#contract/accounts/passkeys';
import { ApiError } from '#web/lib/api/api-error.ts';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { toastPasskeyFailure } from './passkey-browser.ts';

interface PasskeyNameProps {
  name: string;
  text?: string;
  submit: string;
  onCancel: () => void;
  onName: (name: string) => Promise<void>;
}

/** The name of a passkey, before it is made or afterwards. */
export function PasskeyName({ name, onCancel, onName, submit, text }: PasskeyNameProps) {
  const form = useForm({ resolver: standardSchemaResolver(passkeyForm), defaultValues: { name } });
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async (values) => {
    try {
      await onName(values.name);
    } catch (error) {
      if (!(error instanceof ApiError) || !showFieldErrors(error, form.setError)) toastPasskeyFailure(error);
    }
  });
  return (
    <Form onSubmit={send}>
      {text && <p>{text}</p>}
      <TextField
        label={m.passkeys_name()}
        autoFocus
        maxLength={60}
        readOnly={isSubmitting}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" busy={isSubmitting}>
          {isSubmitting ? m.auth_saving() : submit}
        </Button>
      </DialogActions>
    </Form>
  );
}
