import type { User } from '#contract/accounts/accounts';
import { useApi } from '#web/lib/session/session.ts';

/** Signs in by a passkey, or finishes a sign-in with one. What WebAuthn needs is downloaded at the first click. */
export function usePasskeySignIn(
  step: 'first' | 'second',
  onDone: (user: User) => Promise<void>,
): () => Promise<void> {
  const api = useApi();
  return async () => {
    const { answerByPasskey, toastPasskeyFailure } = await import('../security/passkey-browser.ts');
    try {
      const credential = await answerByPasskey(await api.passkeys.startSignIn({ step }));
      const answer = await api.passkeys.signIn({ credential });
      if (answer.status === 'signed-in') await onDone(answer.user);
    } catch (error) {
      toastPasskeyFailure(error);
    }
  };
}
