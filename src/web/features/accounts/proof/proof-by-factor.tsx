import { useForm } from 'react-hook-form';
import type { Api } from '#web/lib/api/api-client.ts';
import { errorCopy } from '#web/lib/api/error-copy.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { CodeField } from '../sign-in/code-field.tsx';
import { lockedMinutes } from '../sign-in/locked-minutes.ts';

interface ProofByFactorProps {
  api: Api;
  onCancel: () => void;
  onDone: () => void;
}

/** The second factor, for accounts that have one: a code of the app or a backup code. What is wrong stands under it. */
export function ProofByFactor({ api, onCancel, onDone }: ProofByFactorProps) {
  const form = useForm({ defaultValues: { code: '' } });
  const { isSubmitting } = form.formState;
  const send = form.handleSubmit(async ({ code }) => {
    try {
      await api.accounts.proveFactor({ code: code.trim() });
      onDone();
    } catch (error) {
      form.setError('code', { message: failureText(error) }, { shouldFocus: true });
    }
  });
  return (
    <Form onSubmit={send}>
      <p>{m.profile_prove_factor_text()}</p>
      <CodeField form={form} help={m.profile_factor_help()} autoFocus />
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" busy={isSubmitting}>
          {isSubmitting ? m.auth_saving() : m.profile_prove_submit()}
        </Button>
      </DialogActions>
    </Form>
  );
}

function failureText(error: unknown): string {
  const minutes = lockedMinutes(error);
  if (minutes !== null) return m.auth_second_locked({ minutes });
  return errorCopy(error).description;
}
