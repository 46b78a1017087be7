import { useState } from 'react';
import { failureCode } from '#web/lib/api/api-error.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';

type Outcome = 'asked' | 'confirmed' | 'expired' | 'failed' | 'refused';

const WORDS: Record<Outcome, () => string> = {
  asked: m.auth_verify_asked,
  confirmed: m.auth_verify_done,
  expired: m.auth_verify_expired,
  failed: m.auth_verify_failed,
  refused: m.auth_verify_refused,
};

const OUTCOMES: Partial<Record<string, Outcome>> = {
  LINK_EXPIRED: 'expired',
  INVALID_CREDENTIALS: 'refused',
  ACCOUNT_LOCKED: 'asked',
};

/** The link of a confirmation mail: it is used with the password, when its owner logs in (decision 88). */
export function useConfirmation(token: string | undefined) {
  const api = useApi();
  const [outcome, setOutcome] = useState<Outcome>('asked');
  const confirm = async (password: string) => {
    if (!token || outcome === 'confirmed' || outcome === 'expired') return;
    try {
      await api.accounts.verifyEmail({ token, password });
      setOutcome('confirmed');
    } catch (error) {
      const code = failureCode(error);
      setOutcome(OUTCOMES[code ?? ''] ?? 'failed');
      // A link that was used already has confirmed the address: logging in tells.
      if (code !== 'LINK_EXPIRED') throw error;
    }
  };
  return { confirm, text: token && WORDS[outcome]() };
}
