import { useQueryClient } from '@tanstack/react-query';
import type { PublicCertificate } from '#contract/exams/certificates';
import { certificatePath } from '#domain/certificates/certificate-path';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { BrandMark } from '#web/ui/badges/brand-mark.tsx';
import { certificateStateWord } from '#web/ui/badges/certificate-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './certificate.module.css';
import { CertificateActions } from './certificate-actions.tsx';
import { kindWord, stateSentence } from './certificate-words.ts';
import { HolderChoices } from './holder-choices.tsx';
import { QrCode } from './qr-code.tsx';

/** A certificate, for those who check it: first what it is worth, then what it says; readable without JavaScript. */
export function CertificatePage({ certificate }: { certificate: PublicCertificate }) {
  const {
    publicUrl,
    school: { name: school },
  } = siteInfo(useQueryClient());
  const address = `${publicUrl}${certificatePath(certificate.id)}`;
  return (
    <Page>
      <div className={classes.layout}>
        <Verdict certificate={certificate} school={school} />
        <Sheet certificate={certificate} school={school} address={address} />
        <aside className={classes.side} data-no-print>
          <CertificateActions certificate={certificate} school={school} address={address} />
          {certificate.own && <HolderChoices certificate={certificate} />}
          {certificate.courseSlug && (
            <p className={classes.hint}>
              <TextLink to="/courses/$slug" params={{ slug: certificate.courseSlug }}>
                {m.certificates_course_today()}
              </TextLink>
            </p>
          )}
        </aside>
      </div>
    </Page>
  );
}

function Verdict({ certificate, school }: { certificate: PublicCertificate; school: string }) {
  const { replacedBy, revokedReason, state } = certificate;
  return (
    <div className={classes.verdict} data-state={state}>
      <strong>{certificateStateWord(state)}</strong>
      <p>{stateSentence(certificate, school)}</p>
      {revokedReason && <p>{m.certificates_reason({ reason: revokedReason })}</p>}
      {replacedBy && (
        <p>
          <TextLink to="/certificates/$id" params={{ id: replacedBy }}>
            {m.certificates_to_present()}
          </TextLink>
        </p>
      )}
    </div>
  );
}

interface SheetProps {
  certificate: PublicCertificate;
  school: string;
  address: string;
}

function Sheet({ address, certificate, school }: SheetProps) {
  const { courseTitle, kind, name, state, title } = certificate;
  return (
    <article className={classes.sheet} data-void={state === 'revoked' || undefined}>
      <header className={classes.school}>
        <BrandMark size={28} />
        <span>{school}</span>
        <span className={classes.kind}>{kindWord(kind)}</span>
      </header>
      <p className={classes.small}>{m.certificates_this_certifies()}</p>
      <p className={classes.name} dir="auto">
        {name ?? m.certificates_nobody()}
      </p>
      <p className={classes.small}>
        {kind === 'course' ? m.certificates_completed() : m.certificates_passed()}
      </p>
      <h1 className={classes.title} dir="auto">
        {title}
      </h1>
      {kind === 'exam' && <p className={classes.small}>{m.certificates_of_course({ title: courseTitle })}</p>}
      {name === null && (
        <p className={classes.hint}>
          {state === 'reissued' ? m.certificates_name_old() : m.certificates_name_gone()}
        </p>
      )}
      <Proof certificate={certificate} />
      <footer className={classes.foot}>
        <Facts certificate={certificate} />
        <div className={classes.code}>
          <QrCode text={address} label={m.certificates_qr()} />
        </div>
      </footer>
      <p className={classes.address}>
        {m.certificates_check()} <span>{address}</span>
      </p>
    </article>
  );
}

function Proof({ certificate: { proof } }: { certificate: PublicCertificate }) {
  return (
    <section className={classes.proof} aria-label={m.certificates_proved()}>
      <h2>{m.certificates_proved()}</h2>
      <ul>
        {proof.sections !== null && <li>{m.certificates_sections({ count: proof.sections })}</li>}
        {proof.exams.map(({ percent, title }) => (
          <li key={title}>
            {title}: {m.certificates_exam_reached({ percent: percent })}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ certificate }: { certificate: PublicCertificate }) {
  const { achievedAt, expiresAt, id, issuedAt } = certificate;
  const facts = [
    [m.certificates_achieved(), formatDate(achievedAt)],
    [m.certificates_issued(), formatDate(issuedAt)],
    [m.certificates_expires(), expiresAt ? formatDate(expiresAt) : m.certificates_no_end()],
    [m.certificates_number(), id],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
