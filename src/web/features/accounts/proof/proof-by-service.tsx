import type { ReactNode } from 'react';
import type { SignInWays } from '#contract/accounts/sign-ins';
import type { Api } from '#web/lib/api/api-client.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialogs/dialog.tsx';
import { ServiceButtons } from '../sign-in/service-buttons.tsx';
import classes from '../sign-in/services.module.css';

interface ProofByServiceProps {
  api: Api;
  ways: SignInWays;
  /** Another way. */
  aside: ReactNode;
  onCancel: () => void;
}

/** For who has no password: to prove who one is by signing in once more at a linked service. */
export function ProofByService({ api, aside, onCancel, ways }: ProofByServiceProps) {
  const services = ways.signIns.flatMap(({ provider, service }) =>
    provider ? [{ id: provider, name: service }] : [],
  );
  const { hash, pathname, search } = window.location;
  return (
    <div className={classes.proof}>
      <p>{services.length > 0 ? m.sign_ins_prove_text() : m.sign_ins_prove_none()}</p>
      <ServiceButtons
        services={services}
        label={m.sign_ins_continue}
        onBegin={(provider) => api.signIns.beginProof({ provider, redirect: `${pathname}${search}${hash}` })}
      />
      {aside}
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          {m.ui_cancel()}
        </Button>
      </DialogActions>
    </div>
  );
}
