import { useEffect, useState } from 'react';
import type { Api } from '#web/lib/api/api-client.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import classes from '../profile/profile.module.css';
import { answerByPasskey, toastPasskeyFailure } from '../security/passkey-browser.ts';

/** The way by passkey, for those who have one; nothing for others. */
export function ProofByPasskey({ api, onDone }: { api: Api; onDone: () => void }) {
  const [offered, setOffered] = useState(false);
  useEffect(() => {
    api.passkeys.list().then(
      (passkeys) => setOffered(passkeys.length > 0),
      () => undefined,
    );
  }, [api]);
  if (!offered) return null;
  const prove = async () => {
    try {
      const credential = await answerByPasskey(await api.passkeys.startProof());
      await api.passkeys.prove({ credential });
      onDone();
    } catch (error) {
      toastPasskeyFailure(error);
    }
  };
  return (
    <div className={classes.byPasskey}>
      <Button variant="secondary" wide onClick={prove}>
        {m.passkeys_use()}
      </Button>
    </div>
  );
}
