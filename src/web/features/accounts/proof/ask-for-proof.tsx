import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { SignInWays } from '#contract/accounts/sign-ins';
import type { MissingProof } from '#domain/access/people/has-fresh-proof';
import type { Api } from '#web/lib/api/api-client.ts';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { CodeForm } from '../sign-in/code-form.tsx';
import { PasswordPrompt } from './password-prompt.tsx';
import { ProofByFactor } from './proof-by-factor.tsx';
import { ProofByPasskey } from './proof-by-passkey.tsx';
import { ProofByService } from './proof-by-service.tsx';

/**
 * Asks the person to prove who they are, over the page that is open; answers whether they did. What called the
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

const UNKNOWN: MissingProof = { identity: true, secondFactor: false };

function ProofDialog({ api, onDone }: { api: Api; onDone: (isProved: boolean) => void }) {
  const [open, setOpen] = useState(true);
  const [missing, setMissing] = useState<MissingProof | null>(null);
  useEffect(() => {
    api.accounts.missingProof().then(setMissing, () => setMissing(UNKNOWN));
  }, [api]);
  const close = (isProved: boolean) => {
    setOpen(false);
    onDone(isProved);
  };
  const step = { api, onCancel: () => close(false) };
  const complete = () => close(true);
  const afterIdentity = () => {
    if (missing?.secondFactor) setMissing({ ...missing, identity: false });
    else complete();
  };
  return (
    <Dialog open={open} onClose={() => open && close(false)} title={m.profile_prove_title()}>
      {missing === null && <LoadingState inline />}
      {missing && (
        <>
          <ProofByPasskey api={api} onDone={complete} />
          {missing.secondFactor && !missing.identity ? (
            <ProofByFactor {...step} onDone={complete} />
          ) : (
            <ProofOfIdentity {...step} onDone={afterIdentity} />
          )}
        </>
      )}
    </Dialog>
  );
}

interface StepProps {
  api: Api;
  onCancel: () => void;
  onDone: () => void;
}

/** By password, or at a linked service where there is none; a code by mail is another way. */
function ProofOfIdentity({ api, onCancel, onDone }: StepProps) {
  const [challenge, setChallenge] = useState<string | null>(null);
  const [ways, setWays] = useState<SignInWays | null>(null);
  useEffect(() => {
    const unknown = { hasPassword: true, signIns: [] };
    api.signIns.list().then(setWays, () => setWays(unknown));
  }, [api]);
  const askForCode = async () => {
    try {
      setChallenge((await api.accounts.requestProofCode()).challenge);
    } catch (error) {
      toastFailure(error);
    }
  };
  if (!ways) return <LoadingState inline />;
  if (challenge !== null)
    return (
      <CodeForm
        text={m.profile_prove_code_sent()}
        submit={m.profile_prove_submit()}
        onAgain={() => setChallenge(null)}
        onCode={async (code) => {
          await api.accounts.proveByCode({ challenge, code });
          onDone();
        }}
      />
    );
  const byCode = (
    <Button variant="quiet" size="sm" onClick={askForCode}>
      {m.profile_prove_by_code()}
    </Button>
  );
  if (!ways.hasPassword) return <ProofByService api={api} ways={ways} aside={byCode} onCancel={onCancel} />;
  return (
    <PasswordPrompt
      text={m.profile_prove_text()}
      submit={m.profile_prove_submit()}
      onCancel={onCancel}
      onPassword={async (password) => {
        await api.accounts.proveIdentity({ password });
        onDone();
      }}
      aside={byCode}
    />
  );
}
