import type { CertificateState } from '#domain/certificates/certificate-state';
import { m } from '#web/lib/messages.ts';
import classes from './certificate-state.module.css';

const WORDS: { readonly [One in CertificateState]: () => string } = {
  valid: m.certificates_state_valid,
  expired: m.certificates_state_expired,
  revoked: m.certificates_state_revoked,
  renewed: m.certificates_state_renewed,
  reissued: m.certificates_state_reissued,
};

export function certificateStateWord(state: CertificateState): string {
  return WORDS[state]();
}

/** What a certificate is worth, in one word. */
export function CertificateStateBadge({ state }: { state: CertificateState }) {
  return (
    <span className={classes.state} data-state={state}>
      {certificateStateWord(state)}
    </span>
  );
}
