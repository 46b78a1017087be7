import { WebAuthnAbortService } from '@simplewebauthn/browser';
import type { User } from '#contract/accounts/accounts';
import type { PasskeyAnswer } from '#contract/accounts/passkey-answer';
import type { Api } from '#web/lib/api/api-client.ts';
import { answerByPasskey, toastPasskeyFailure } from '../security/passkey-browser.ts';

/** A challenge is replaced this long before it expires. */
const EARLY_MS = 30_000;

/**
 * Lets the browser offer passkeys where the address is typed, until one signed in or what it answers is called. Nobody
 * asked for it, so that it says nothing when it cannot be done.
 */
export function offerPasskeys(api: Api, onDone: (user: User) => Promise<void>): () => void {
  let stopped = false;
  let renewal: ReturnType<typeof setTimeout> | undefined;
  const offer = async () => {
    const credential = await choose().catch(() => null);
    if (credential === null || stopped) return;
    clearTimeout(renewal);
    try {
      const answer = await api.passkeys.signIn({ credential });
      if (answer.status === 'signed-in') await onDone(answer.user);
    } catch (error) {
      toastPasskeyFailure(error);
    }
  };
  const choose = async (): Promise<PasskeyAnswer | null> => {
    const question = await api.passkeys.startSignIn({ step: 'first' });
    if (stopped) return null;
    renewal = setTimeout(() => void offer(), question.timeout - EARLY_MS);
    return answerByPasskey(question, true);
  };
  void offer();
  return () => {
    stopped = true;
    clearTimeout(renewal);
    WebAuthnAbortService.cancelCeremony();
  };
}
