import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { User } from '#contract/accounts/accounts';
import { m } from '#web/lib/messages.ts';
import { keepSession, useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { PasswordPrompt } from '../proof/password-prompt.tsx';
import { SecondStep } from './second-step.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

interface SignInHereProps {
  /** Whose session ended. */
  email: string;
  onCancel: () => void;
  onDone: () => void;
}

/** Signs in again without leaving the page, where a session ended while somebody was at work. */
export function SignInHere({ email, onCancel, onDone }: SignInHereProps) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [second, setSecond] = useState(false);
  const signedIn = async (user: User) => {
    onDone();
    keepSession(queryClient, { user });
  };
  const byPasskey = usePasskeySignIn('first', signedIn);
  if (second) return <SecondStep frame={Bare} onDone={signedIn} onBack={() => setSecond(false)} />;
  return (
    <>
      <PasswordPrompt
        text={m.auth_here_text({ email })}
        submit={m.auth_login_submit()}
        onCancel={onCancel}
        onPassword={async (password) => {
          const answer = await api.accounts.signIn({ email, password });
          if (answer.status === 'signed-in') await signedIn(answer.user);
          else setSecond(true);
        }}
      />
      <Button variant="quiet" wide onClick={byPasskey}>
        {m.passkeys_use_instead()}
      </Button>
    </>
  );
}

/** A step of signing in where the page around it has a title. */
function Bare({ children, lead }: { lead?: ReactNode; children: ReactNode }) {
  return (
    <>
      <p>{lead}</p>
      {children}
    </>
  );
}
