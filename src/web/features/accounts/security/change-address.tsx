import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { addressForm } from '#contract/accounts/address';
import { failureCode } from '#web/lib/api/api-error.ts';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { useMailWords } from '#web/lib/mail-words.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { addressQuery } from '../queries.ts';

/** Asks for another address; it takes effect when its own mailbox confirms it. */
export function ChangeAddress({ onDone }: { onDone: () => void }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const mailWords = useMailWords();
  const form = useForm({ resolver: standardSchemaResolver(addressForm), defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ email }) => {
    try {
      await api.address.request({ email });
      await queryClient.invalidateQueries(addressQuery(api));
      toast({ title: m.address_asked(), description: mailWords(m.address_asked_text({ email })) });
      onDone();
    } catch (error) {
      // Who was asked for the password and did not give it can still send again.
      if (failureCode(error) === 'PROOF_REQUIRED') return;
      if (!showFieldErrors(error, form.setError)) toastFailure(error);
    }
  });
  return (
    <Form onSubmit={submit}>
      <p>{m.address_text()}</p>
      <TextField
        label={m.address_new()}
        type="email"
        autoComplete="email"
        autoFocus
        error={errors.email?.message}
        {...form.register('email')}
      />
      <DialogActions>
        <Button variant="secondary" onClick={onDone}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" busy={isSubmitting}>
          {isSubmitting ? m.address_busy() : m.address_submit()}
        </Button>
      </DialogActions>
    </Form>
  );
}
