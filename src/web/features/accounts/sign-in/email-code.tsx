import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { codeRequestForm, type SignInAnswer } from '#contract/accounts/accounts';
import { failureCode } from '#web/lib/api/api-error.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { useMailWords } from '#web/lib/mail-words.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { AccountCard } from '../account-card.tsx';
import { CodeForm } from './code-form.tsx';

interface EmailCodeProps {
  /** What stands in the form that was left. */
  email: string;
  onAnswer: (answer: SignInAnswer) => Promise<void>;
  onUnverified: (email: string) => void;
  onBack: () => void;
}

/** Sign-in by a code of a mail: first the address, then the six digits. */
export function EmailCode({ email: typed, onAnswer, onBack, onUnverified }: EmailCodeProps) {
  const api = useApi();
  const mailWords = useMailWords();
  const [asked, setAsked] = useState<{ email: string; challenge: string } | null>(null);
  const form = useForm({
    resolver: standardSchemaResolver(codeRequestForm),
    defaultValues: { email: typed },
  });
  const { errors, isSubmitting } = form.formState;
  const ask = form.handleSubmit(async ({ email }) => {
    try {
      setAsked({ email, ...(await api.accounts.requestCode({ email })) });
    } catch (error) {
      toastFailure(error);
    }
  });
  if (asked) {
    const enter = async (code: string) => {
      try {
        await onAnswer(await api.accounts.signInByCode({ challenge: asked.challenge, code }));
      } catch (error) {
        if (failureCode(error) !== 'EMAIL_NOT_VERIFIED') throw error;
        onUnverified(asked.email);
      }
    };
    return (
      <AccountCard
        title={m.auth_code_title()}
        lead={mailWords(m.auth_code_sent({ email: asked.email }), m.mail_kept_if)}
      >
        <CodeForm submit={m.auth_login_submit()} onCode={enter} onAgain={() => setAsked(null)} wide />
        <Button variant="quiet" wide onClick={onBack}>
          {m.auth_code_back()}
        </Button>
      </AccountCard>
    );
  }
  return (
    <AccountCard title={m.auth_code_title()} lead={m.auth_code_lead()}>
      <Form onSubmit={ask}>
        <TextField
          label={m.auth_email()}
          type="email"
          autoComplete="username"
          autoFocus
          error={errors.email?.message}
          {...form.register('email')}
        />
        <Button type="submit" size="lg" wide busy={isSubmitting}>
          {isSubmitting ? m.address_busy() : m.auth_code_send()}
        </Button>
        <Button variant="quiet" wide onClick={onBack}>
          {m.auth_code_back()}
        </Button>
      </Form>
    </AccountCard>
  );
}
