import { useEffect, useRef } from 'react';
import type { User } from '#contract/accounts/accounts';
import { useApi } from '#web/lib/session/session.ts';

/** While it is active the browser offers passkeys in the field of the address. Downloaded only where a browser can. */
export function usePasskeyAutofill(active: boolean, onDone: (user: User) => Promise<void>): void {
  const api = useApi();
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (!active) return;
    let stop = () => {};
    let gone = false;
    const begin = async () => {
      const { PublicKeyCredential: credential } = window;
      if (!(await credential?.isConditionalMediationAvailable?.())) return;
      const { offerPasskeys } = await import('./passkey-autofill.ts');
      if (!gone) stop = offerPasskeys(api, (user) => done.current(user));
    };
    begin().catch(() => undefined);
    return () => {
      gone = true;
      stop();
    };
  }, [active, api]);
}
