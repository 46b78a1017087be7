import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { SignInWays } from '#contract/sign-ins';
import type { Api } from '#web/lib/api-client.ts';
import { m } from '#web/lib/messages.ts';
import { toastFailure } from '#web/lib/toast-failure.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadingState } from '#web/ui/loading-state.tsx';
import { CodeForm } from './code-form.tsx';
import { PasswordPrompt } from './password-prompt.tsx';
import { ProofByPasskey } from './proof-by-passkey.tsx';
import { ProofByService } from './proof-by-service.tsx';

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
        <ProofQuestion api={api} onCode={askForCode} onDone={close} />
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

interface ProofQuestionProps {
  api: Api;
  /** Asks for a code by mail instead. */
  onCode: () => void;
  onDone: (isProved: boolean) => void;
}

/** By password; who has none is sent to a linked service once more. A passkey of theirs and a code by mail are other ways. */
function ProofQuestion({ api, onCode, onDone }: ProofQuestionProps) {
  const [ways, setWays] = useState<SignInWays | null>(null);
  useEffect(() => {
    const unknown = { hasPassword: true, signIns: [] };
    api.signIns.list().then(setWays, () => setWays(unknown));
  }, [api]);
  if (!ways) return <LoadingState inline />;
  const byCode = (
    <Button variant="quiet" size="sm" onClick={onCode}>
      {m.profile_prove_by_code()}
    </Button>
  );
  return (
    <>
      <ProofByPasskey api={api} onDone={() => onDone(true)} />
      {ways.hasPassword ? (
        <PasswordPrompt
          text={m.profile_prove_text()}
          submit={m.profile_prove_submit()}
          onCancel={() => onDone(false)}
          onPassword={async (password) => {
            await api.accounts.proveIdentity({ password });
            onDone(true);
          }}
          aside={byCode}
        />
      ) : (
        <ProofByService api={api} ways={ways} aside={byCode} onCancel={() => onDone(false)} />
      )}
    </>
  );
}
