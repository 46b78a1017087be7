import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type SignInAnswer, signInForm } from '#contract/accounts/accounts';
import { failureCode } from '#web/lib/api/api-error.ts';
import { errorCopy } from '#web/lib/api/error-copy.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { useMailWords } from '#web/lib/mail-words.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Form, FormAlert } from '#web/ui/fields/form.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { AccountCard, Notice } from '../account-card.tsx';
import classes from '../accounts.module.css';
import { keptAddress } from '../kept-address.ts';
import { useConfirmation } from '../registration/use-confirmation.ts';
import { lockedMinutes } from './locked-minutes.ts';
import { OfferedServices } from './offered-services.tsx';
import { SecondStep } from './second-step.tsx';
import { usePasskeyAutofill } from './use-passkey-autofill.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';
import { useSignedIn } from './use-signed-in.ts';

const EmailCode = lazy(() => import('./email-code.tsx').then((it) => ({ default: it.EmailCode })));

export interface SignInSearch {
  redirect?: string;
  /** Token of a confirmation mail. */
  verify?: string;
  /** The address that the confirmation mail went to. */
  email?: string;
  /** Just registered: says to look for the mail. */
  registered?: boolean;
}

/** Sign-in by email and password, with the second step where one is demanded. Also confirms addresses. */
export function SignInPage({ search }: { search: SignInSearch }) {
  const api = useApi();
  const signedIn = useSignedIn(search.redirect);
  const byPasskey = usePasskeySignIn('first', signedIn);
  const [second, setSecond] = useState(false);
  const [byCode, setByCode] = useState(false);
  const [asking, setAsking] = useState(false);
  usePasskeyAutofill(!second && !byCode && !asking, signedIn);
  const confirmation = useConfirmation(search.verify);
  const [unverified, setUnverified] = useState<string | null>(null);
  const [locked, setLocked] = useState<number | null>(null);
  const form = useForm({
    resolver: standardSchemaResolver(signInForm),
    defaultValues: { email: search.email ?? keptAddress(), password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const onAnswer = async (answer: SignInAnswer) => {
    if (answer.status === 'signed-in') await signedIn(answer.user);
    else setSecond(true);
  };
  const submit = form.handleSubmit(async (values) => {
    setUnverified(null);
    setLocked(null);
    try {
      await confirmation.confirm(values.password);
      await onAnswer(await api.accounts.signIn(values));
    } catch (error) {
      if (failureCode(error) === 'EMAIL_NOT_VERIFIED') setUnverified(values.email);
      const minutes = lockedMinutes(error);
      setLocked(minutes);
      if (minutes === null)
        toastFailure(error, { title: m.auth_login_failed(), description: failureText(error) });
      // The button that had the focus is disabled while the answer is awaited.
      form.setFocus('password');
    }
  });
  const askForPasskey = async () => {
    setAsking(true);
    await byPasskey();
    setAsking(false);
  };
  if (second) return <SecondStep onDone={signedIn} onBack={() => setSecond(false)} />;
  if (byCode)
    return (
      <Suspense fallback={<LoadingState />}>
        <EmailCode
          email={form.getValues('email')}
          onAnswer={onAnswer}
          onBack={() => setByCode(false)}
          onUnverified={(email) => {
            setUnverified(email);
            setByCode(false);
          }}
        />
      </Suspense>
    );
  return (
    <AccountCard
      title={m.auth_login_title()}
      footer={
        <p>
          {m.auth_login_no_account()}{' '}
          <TextLink to="/register" search={search.redirect ? { redirect: search.redirect } : {}}>
            {m.auth_login_register()}
          </TextLink>
        </p>
      }
    >
      {confirmation.text && <Notice>{confirmation.text}</Notice>}
      {search.registered && !search.verify && <Notice>{m.auth_registered_text()}</Notice>}
      {unverified && <Unverified email={unverified} />}
      <Form onSubmit={submit}>
        <TextField
          label={m.auth_email()}
          type="email"
          autoComplete="username webauthn"
          // It stands there before the page answers: otherwise it would come into what is typed meanwhile.
          defaultValue={search.email}
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label={m.auth_password()}
          autoComplete="current-password"
          aside={
            <TextLink to="/forgot-password" quiet>
              {m.auth_forgot_link()}
            </TextLink>
          }
          error={errors.password?.message}
          {...form.register('password')}
        />
        {locked !== null && (
          <FormAlert title={m.auth_login_failed()} text={m.auth_locked({ minutes: locked })} />
        )}
        <Button type="submit" size="lg" wide busy={isSubmitting}>
          {isSubmitting ? m.auth_login_busy() : m.auth_login_submit()}
        </Button>
        <div className={classes.ways}>
          <Button variant="secondary" wide onClick={() => setByCode(true)}>
            {m.auth_code_by_mail()}
          </Button>
          <Button variant="secondary" wide onClick={askForPasskey}>
            {m.passkeys_use()}
          </Button>
        </div>
      </Form>
      <OfferedServices redirect={search.redirect} />
    </AccountCard>
  );
}

/** What the failed sign-in says: the server's own reason, or the words of the specification. */
function failureText(error: unknown): string {
  const code = failureCode(error);
  return code && code !== 'INTERNAL' ? errorCopy(error).description : m.auth_login_error();
}

function Unverified({ email }: { email: string }) {
  const api = useApi();
  const mailWords = useMailWords();
  const [sent, setSent] = useState(false);
  const again = async () => {
    setSent(true);
    await api.accounts.resendVerification({ email }).catch(() => setSent(false));
  };
  return (
    <Notice>
      <p>{sent ? mailWords(m.auth_resent(), m.mail_kept_if) : m.auth_unverified({ email })}</p>
      {!sent && (
        <Button variant="secondary" size="sm" onClick={again}>
          {m.auth_resend()}
        </Button>
      )}
    </Notice>
  );
}
