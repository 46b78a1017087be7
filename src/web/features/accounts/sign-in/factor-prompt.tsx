import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { PasskeyAnswer } from '#contract/accounts/passkey-answer';
import { errorCopy } from '#web/lib/api/error-copy.ts';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { answerByPasskey, toastPasskeyFailure } from '../security/passkey-browser.ts';
import { judgeCode } from './judge-code.ts';

interface Proof {
  password: string;
  code?: string;
  credential?: PasskeyAnswer;
}

interface FactorPromptProps {
  text: string;
  submit: string;
  danger?: boolean;
  onCancel: () => void;
  onProof: (proof: Proof) => Promise<void>;
}

/** Asks for the password and the second factor, before something about that factor changes. */
export function FactorPrompt({ danger = false, onCancel, onProof, submit, text }: FactorPromptProps) {
  const api = useApi();
  const form = useForm({ defaultValues: { password: '', code: '' } });
  const { errors, isSubmitting } = form.formState;
  const hasPasskey = useHasPasskey();
  const prove = async (proof: Proof) => {
    try {
      await onProof(proof);
    } catch (error) {
      if (showFieldErrors(error, form.setError)) return;
      // Said here: behind a dialog nobody would see it.
      const message = errorCopy(error).description;
      form.setError('code', { message }, { shouldFocus: true });
    }
  };
  const byPasskey = async () => {
    form.clearErrors('code');
    if (!(await form.trigger('password', { shouldFocus: true }))) return;
    try {
      const credential = await answerByPasskey(await api.passkeys.startProof());
      await prove({ password: form.getValues('password'), credential });
    } catch (error) {
      toastPasskeyFailure(error);
    }
  };
  return (
    <Form onSubmit={form.handleSubmit(({ code, password }) => prove({ password, code: code.trim() }))}>
      <p>{text}</p>
      <PasswordField
        label={m.auth_password()}
        autoComplete="current-password"
        autoFocus
        error={errors.password?.message}
        {...form.register('password', { required: m.profile_password_missing() })}
      />
      <TextField
        label={m.auth_second_code()}
        help={m.profile_factor_help()}
        autoComplete="one-time-code"
        error={errors.code?.message}
        {...form.register('code', {
          validate: judgeCode,
        })}
      />
      {hasPasskey && (
        <Button variant="quiet" wide onClick={byPasskey}>
          {m.passkeys_use_instead()}
        </Button>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} strong={danger} busy={isSubmitting}>
          {isSubmitting ? m.auth_saving() : submit}
        </Button>
      </DialogActions>
    </Form>
  );
}

function useHasPasskey(): boolean {
  const api = useApi();
  const [hasPasskey, setHasPasskey] = useState(false);
  useEffect(() => {
    api.passkeys.list().then(
      (passkeys) => setHasPasskey(passkeys.length > 0),
      () => undefined,
    );
  }, [api]);
  return hasPasskey;
}
