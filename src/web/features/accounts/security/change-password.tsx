import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { newPasswordForm } from '#contract/accounts/accounts';
import { failureCode } from '#web/lib/api/api-error.ts';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { NewPasswordFields } from '../registration/new-password-fields.tsx';
import { SecurityBlock } from './security-block.tsx';
import { SetPasswordButton } from './set-password-button.tsx';

const changeForm = newPasswordForm.safeExtend({
  currentPassword: z.string().min(1, m.profile_current_password_missing()),
});

/** 'Change Password': the old one, the new one twice. */
export function ChangePassword({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  const api = useApi();
  const [open, setOpen] = useState(false);
  if (!hasPassword)
    return (
      <SecurityBlock
        title={m.profile_password()}
        text={m.sign_ins_no_password()}
        action={<SetPasswordButton api={api} email={email} />}
      />
    );
  return (
    <SecurityBlock
      title={m.profile_password()}
      text={m.profile_password_text()}
      action={
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {m.profile_change_password()}
        </Button>
      }
    >
      <Dialog open={open} onClose={() => setOpen(false)} title={m.profile_change_password()}>
        <ChangePasswordForm onDone={() => setOpen(false)} />
      </Dialog>
    </SecurityBlock>
  );
}

function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const api = useApi();
  const form = useForm({
    resolver: standardSchemaResolver(changeForm),
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await api.accounts.changePassword(values);
      toast({ title: m.profile_password_changed(), description: m.profile_password_changed_text() });
      onDone();
    } catch (error) {
      if (showFieldErrors(error, form.setError) || failureCode(error) === 'PROOF_REQUIRED') return;
      toastFailure(error);
    }
  });
  return (
    <Form onSubmit={submit}>
      <PasswordField
        label={m.profile_current_password()}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <NewPasswordFields
        errors={errors}
        password={form.register('password')}
        confirmPassword={form.register('confirmPassword')}
      />
      <DialogActions>
        <Button variant="secondary" onClick={onDone}>
          {m.ui_cancel()}
        </Button>
        <Button type="submit" busy={isSubmitting}>
          {isSubmitting ? m.auth_saving() : m.profile_change_password()}
        </Button>
      </DialogActions>
    </Form>
  );
}
