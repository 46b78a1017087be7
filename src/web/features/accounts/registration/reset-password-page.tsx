import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { newPasswordForm } from '#contract/accounts/accounts';
import { showFieldErrors } from '#web/lib/api/form-errors.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { AccountCard } from '../account-card.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';

/** A new password with the token of the mail. */
export function ResetPasswordPage({ token }: { token: string }) {
  const api = useApi();
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const form = useForm({
    resolver: standardSchemaResolver(newPasswordForm),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const stillHere = noteVisit();
    try {
      await api.accounts.resetPassword({ ...values, token });
      toast({ title: m.auth_reset_done(), description: m.auth_reset_done_text() });
      if (stillHere()) await navigate({ to: '/login' });
    } catch (error) {
      showFieldErrors(error, form.setError);
      toastFailure(error);
    }
  });
  return (
    <AccountCard
      title={m.auth_reset_title()}
      lead={m.auth_reset_lead()}
      footer={
        <p>
          <TextLink to="/forgot-password">{m.auth_reset_again()}</TextLink>
        </p>
      }
    >
      <Form onSubmit={submit}>
        <NewPasswordFields
          errors={errors}
          password={form.register('password')}
          confirmPassword={form.register('confirmPassword')}
        />
        <Button type="submit" size="lg" wide busy={isSubmitting}>
          {isSubmitting ? m.auth_saving() : m.auth_reset_submit()}
        </Button>
      </Form>
    </AccountCard>
  );
}
