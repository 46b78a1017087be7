import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Api } from '#web/lib/api-client.ts';
import { m } from '#web/lib/messages.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CodeForm } from './code-form.tsx';
import { PasswordPrompt } from './password-prompt.tsx';

/**
 * Asks whoever sits here to prove who they are, over whatever page there is; answers whether they did. What called the
 * server then calls it again, and nothing that was typed is lost.
 */
export function askForProof(api: Api): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise((resolve) => {
    const finish = (isProved: boolean) => {
      resolve(isProved);
      // Once the dialog has given the focus back.
      setTimeout(() => {
        root.unmount();
        place.remove();
      });
    };
    root.render(<ProofDialog api={api} onDone={finish} />);
  });
}

function ProofDialog({ api, onDone }: { api: Api; onDone: (isProved: boolean) => void }) {
  const [open, setOpen] = useState(true);
  const [challenge, setChallenge] = useState<string | null>(null);
  const close = (isProved: boolean) => {
    setOpen(false);
    onDone(isProved);
  };
  const askForCode = async () => {
    try {
      setChallenge((await api.accounts.requestProofCode()).challenge);
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Dialog open={open} onClose={() => open && close(false)} title={m.profile_prove_title()}>
      {challenge === null ? (
        <PasswordPrompt
          text={m.profile_prove_text()}
          submit={m.profile_prove_submit()}
          onCancel={() => close(false)}
          onPassword={async (password) => {
            await api.accounts.proveIdentity({ password });
            close(true);
          }}
          aside={
            <Button variant="quiet" size="sm" onClick={askForCode}>
              {m.profile_prove_by_code()}
            </Button>
          }
        />
      ) : (
        <CodeForm
          text={m.profile_prove_code_sent()}
          submit={m.profile_prove_submit()}
          onAgain={() => setChallenge(null)}
          onCode={async (code) => {
            await api.accounts.proveByCode({ challenge, code });
            close(true);
          }}
        />
      )}
    </Dialog>
  );
}
