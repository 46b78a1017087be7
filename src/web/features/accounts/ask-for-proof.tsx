import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Api } from '#web/lib/api-client.ts';
import { m } from '#web/lib/messages.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { PasswordPrompt } from './password-prompt.tsx';

/**
 * Asks whoever sits here for the password, over whatever page there is; answers whether it was right. What called the
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
  const close = (isProved: boolean) => {
    setOpen(false);
    onDone(isProved);
  };
  return (
    <Dialog open={open} onClose={() => open && close(false)} title={m.profile_prove_title()}>
      <PasswordPrompt
        text={m.profile_prove_text()}
        submit={m.profile_prove_submit()}
        onCancel={() => close(false)}
        onPassword={async (password) => {
          await api.accounts.proveIdentity({ password });
          close(true);
        }}
      />
    </Dialog>
  );
}
