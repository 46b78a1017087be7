import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type FailureCode, failureCode } from '#web/lib/api/api-error.ts';
import { errorCopy } from '#web/lib/api/error-copy.ts';
import { m } from '#web/lib/messages.ts';
import { useApi, useUser } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { AccountCard, Notice } from '../account-card.tsx';
import { SecondStep } from './second-step.tsx';
import { useSignedIn } from './use-signed-in.ts';

type State =
  | { readonly step: 'working' }
  | { readonly step: 'second'; readonly redirect: string }
  | { readonly step: 'failed'; readonly code: FailureCode };

/**
 * Where the way back from a service outside ends. What the service said stands behind the #; it is sent by POST, once,
 * and taken out of the address: opening this page changes nothing by itself.
 */
export function SignInReturnPage() {
  const api = useApi();
  const router = useRouter();
  const signedIn = useSignedIn(undefined);
  const isMember = useUser() !== null;
  const [state, setState] = useState<State>({ step: 'working' });
  const finish = useRef(async () => {
    const [provider = '', query = ''] = window.location.hash.slice(1).split(/\?(.*)/s);
    window.history.replaceState(window.history.state, '', window.location.pathname);
    if (provider === '' || query === '') return setState({ step: 'failed', code: 'SIGN_IN_EXPIRED' });
    try {
      const answer = await api.signIns.finish({ provider, query });
      const { redirect, status } = answer;
      if (status === 'signed-in') return await signedIn(answer.user, redirect);
      if (status === 'two-factor-required') return setState({ step: 'second', redirect });
      toast(
        status === 'linked'
          ? { title: m.sign_ins_linked(), description: m.sign_ins_linked_text() }
          : { title: m.sign_ins_proved(), description: m.sign_ins_proved_text() },
      );
      await router.navigate({ href: redirect, replace: true });
    } catch (error) {
      setState({ step: 'failed', code: failureCode(error) ?? 'INTERNAL' });
    }
  });
  const isStarted = useRef(false);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void finish.current();
  }, []);
  if (state.step === 'second')
    return (
      <SecondStep
        onDone={(user) => signedIn(user, state.redirect)}
        onBack={() => void router.navigate({ to: '/login' })}
      />
    );
  if (state.step === 'working')
    return (
      <AccountCard title={m.sign_ins_return_title()}>
        <Notice>{m.sign_ins_return_working()}</Notice>
      </AccountCard>
    );
  const { description, title } = errorCopy(state);
  return (
    <AccountCard title={title} lead={description}>
      {isMember ? (
        <LinkButton to="/profile" search={{ tab: 'security' }}>
          {m.sign_ins_to_profile()}
        </LinkButton>
      ) : (
        <LinkButton to="/login">{m.auth_back_to_login()}</LinkButton>
      )}
    </AccountCard>
  );
}
