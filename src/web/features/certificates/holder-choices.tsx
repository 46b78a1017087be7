import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { PublicCertificate } from '#contract/exams/certificates';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './certificate.module.css';
import { forgetCertificates } from './queries.ts';

/** What its holder decides: whether it can be found, and when it is renewed. */
export function HolderChoices({
  certificate: { id, listed, renewable, state },
}: {
  certificate: PublicCertificate;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const [busy, setBusy] = useState(false);
  const hint = useId();
  const hasChoice = state === 'valid' || renewable;
  const run = async (work: () => Promise<unknown>, title: string) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toastFailure(error, { title });
    } finally {
      await forgetCertificates(queryClient);
      setBusy(false);
    }
  };
  const renew = async () => {
    const stillHere = noteVisit();
    const renewed = await api.certificates.renew({ id });
    toast({ title: m.certificates_renewed() });
    if (stillHere()) await navigate({ to: '/certificates/$id', params: { id: renewed.id } });
  };
  if (!hasChoice) return null;
  return (
    <section className={classes.holder} aria-label={m.certificates_yours()}>
      <h2>{m.certificates_yours()}</h2>
      {state === 'valid' && (
        <>
          <label className={classes.choice}>
            <input
              type="checkbox"
              checked={listed}
              aria-disabled={busy}
              aria-describedby={hint}
              onChange={(event) => {
                if (busy) return;
                const wanted = event.target.checked;
                void run(
                  () => api.certificates.setListed({ id, listed: wanted }),
                  m.certificates_listed_failed(),
                );
              }}
            />
            {m.certificates_listed()}
          </label>
          <p id={hint} className={classes.hint}>
            {m.certificates_listed_text()}
          </p>
        </>
      )}
      {renewable && (
        <>
          <Button busy={busy} onClick={() => run(renew, m.certificates_renew_failed())}>
            {m.certificates_renew()}
          </Button>
          <p className={classes.hint}>{m.certificates_renew_text()}</p>
        </>
      )}
    </section>
  );
}
