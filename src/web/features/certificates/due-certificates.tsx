import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DueCertificate } from '#contract/exams/certificates';
import { toastFailure } from '#web/lib/api/toast-failure.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { useNoteVisit } from '#web/lib/session/still-here.ts';
import { toast } from '#web/lib/toast.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import classes from './certificate.module.css';
import { forgetCertificates, myCertificatesQuery } from './queries.ts';

const SHOWN = 3;

/** What was earned and is not taken yet, each with the way to it. */
export function DueCertificates() {
  const { data } = useQuery(myCertificatesQuery(useApi()));
  return <DueList due={data?.due ?? []} />;
}

/** The same of a list that is there already. */
export function DueList({ due }: { due: readonly DueCertificate[] }) {
  if (due.length === 0) return null;
  return (
    <section className={classes.section} aria-label={m.certificates_get()}>
      {due.slice(0, SHOWN).map((each) => (
        <Due key={each.courseId} due={each} />
      ))}
    </section>
  );
}

/** One of them: taken with one click where the plan includes it. */
export function Due({ due: { access, courseId, title } }: { due: DueCertificate }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const noteVisit = useNoteVisit();
  const [busy, setBusy] = useState(false);
  const plan = useTierName()('premium');
  const take = async () => {
    const stillHere = noteVisit();
    setBusy(true);
    try {
      const { ids } = await api.certificates.claim({ courseId });
      toast({ title: m.certificates_got() });
      await forgetCertificates(queryClient);
      const [id] = ids;
      if (id && stillHere()) await navigate({ to: '/certificates/$id', params: { id } });
    } catch (error) {
      toastFailure(error, { title: m.certificates_get_failed() });
    } finally {
      setBusy(false);
    }
  };
  if (access === 'tier-required')
    return (
      <div className={classes.due}>
        <p>{m.certificates_due_plan({ title, plan })}</p>
        <LinkButton to="/pricing" variant="secondary" size="sm">
          {m.certificates_see_plans()}
        </LinkButton>
      </div>
    );
  return (
    <div className={classes.due}>
      <p>{m.certificates_due({ title })}</p>
      <Button size="sm" busy={busy} onClick={take} aria-label={m.certificates_get_named({ title })}>
        {m.certificates_get()}
      </Button>
    </div>
  );
}
