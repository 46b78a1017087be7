import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { email } from '#contract/accounts/accounts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { useMailWords } from '#web/lib/mail-words.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { AccountCard, Notice } from '../account-card.tsx';

const forgotForm = z.object({ email });

/** Asks for the link to a new password; says the same for every address. */
export function ForgotPasswordPage() {
  const api = useApi();
  const mailWords = useMailWords();
  const [sent, setSent] = useState(false);
  const form = useForm({ resolver: standardSchemaResolver(forgotForm), defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await api.accounts.forgotPassword(values);
      setSent(true);
    } catch (error) {
      toastFailure(error);
    }
  });
  return (
    <AccountCard
      title={m.auth_forgot_title()}
      lead={m.auth_forgot_lead()}
      footer={
        <p>
          <TextLink to="/login">{m.auth_back_to_login()}</TextLink>
        </p>
      }
    >
      {sent && <Notice>{mailWords(m.auth_forgot_sent(), m.mail_kept_if)}</Notice>}
      <Form onSubmit={submit}>
        <TextField
          label={m.auth_email()}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Button type="submit" size="lg" wide busy={isSubmitting}>
          {isSubmitting ? m.auth_forgot_busy() : m.auth_forgot_submit()}
        </Button>
      </Form>
    </AccountCard>
  );
}
