import { useQuery } from '@tanstack/react-query';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { CertificateStateBadge } from '#web/ui/badges/certificate-state.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './certificate.module.css';
import { kindWord } from './certificate-words.ts';
import { myCertificatesQuery } from './queries.ts';

/** The own certificates, newest first; nothing while there are none. */
export function OwnCertificates() {
  const { data } = useQuery(myCertificatesQuery(useApi()));
  if (!data || data.certificates.length === 0) return null;
  return (
    <section className={classes.section} aria-label={m.certificates_mine()}>
      <h2>{m.certificates_mine()}</h2>
      <ul className={classes.list}>
        {data.certificates.map(({ expiresAt, id, issuedAt, kind, state, title }) => (
          <li key={id}>
            <h3>
              <TextLink to="/certificates/$id" params={{ id }} quiet>
                {title}
              </TextLink>
            </h3>
            <span className={classes.hint}>{kindWord(kind)}</span>
            <span className={classes.hint}>
              {m.certificates_issued_on({ date: formatDate(issuedAt) })}
              {expiresAt && `, ${m.certificates_until({ date: formatDate(expiresAt) })}`}
            </span>
            <CertificateStateBadge state={state} />
          </li>
        ))}
      </ul>
    </section>
  );
}
