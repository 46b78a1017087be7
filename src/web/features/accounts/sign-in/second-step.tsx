import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { User } from '#contract/accounts/accounts';
import { failureCode } from '#web/lib/api/api-error.ts';
import { errorCopy } from '#web/lib/api/error-copy.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/fields/form.tsx';
import { AccountCard, type AccountCardProps } from '../account-card.tsx';
import { CodeField } from './code-field.tsx';
import { lockedMinutes } from './locked-minutes.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

interface SecondStepProps {
  onDone: (user: User) => Promise<void>;
  onBack: () => void;
  /** What stands around it; left out: a page of its own. */
  frame?: ComponentType<AccountCardProps>;
}

/** The code of the authenticator app, one of the backup codes, or a passkey. */
export function SecondStep({ frame: Frame = AccountCard, onBack, onDone }: SecondStepProps) {
  const api = useApi();
  const { school } = siteInfo(useQueryClient());
  const byPasskey = usePasskeySignIn('second', onDone);
  const [method, setMethod] = useState<'totp' | 'backup-code'>('totp');
  const form = useForm({ defaultValues: { code: '' } });
  const { isSubmitting } = form.formState;
  const isTotp = method === 'totp';
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      const { user } = await api.accounts.verifyTwoFactor({ method, code: code.trim() });
      await onDone(user);
    } catch (error) {
      form.setError('code', { message: failureText(error) }, { shouldFocus: true });
    }
  });
  const swap = () => {
    setMethod(isTotp ? 'backup-code' : 'totp');
    form.reset();
  };
  return (
    <Frame
      title={m.auth_second_title()}
      lead={isTotp ? m.auth_second_totp({ school: school.name }) : m.auth_second_backup()}
    >
      <Form onSubmit={submit}>
        <CodeField
          key={method}
          form={form}
          label={isTotp ? m.auth_second_code() : m.auth_second_backup_code()}
          numeric={isTotp}
          autoFocus
        />
        <Button type="submit" size="lg" wide busy={isSubmitting}>
          {isSubmitting ? m.auth_login_busy() : m.auth_second_submit()}
        </Button>
        <Button variant="quiet" wide onClick={byPasskey}>
          {m.passkeys_use_instead()}
        </Button>
        <Button variant="quiet" wide onClick={swap}>
          {isTotp ? m.auth_second_use_backup() : m.auth_second_use_totp()}
        </Button>
        <Button variant="quiet" wide onClick={onBack}>
          {m.auth_second_back()}
        </Button>
      </Form>
    </Frame>
  );
}

function failureText(error: unknown): string {
  const code = failureCode(error) ?? 'INTERNAL';
  const minutes = lockedMinutes(error);
  if (minutes !== null) return m.auth_second_locked({ minutes });
  return code === 'LINK_EXPIRED' ? m.auth_second_expired() : errorCopy(error).description;
}
