import type { PublicCertificate } from '#contract/exams/certificates';
import { copyText } from '#web/lib/copy-text.ts';
import { m } from '#web/lib/messages.ts';
import { toast } from '#web/lib/toast.ts';
import { Button, buttonLook } from '#web/ui/button.tsx';
import classes from './certificate.module.css';
import { linkedInAddress } from './certificate-words.ts';

interface CertificateActionsProps {
  certificate: PublicCertificate;
  school: string;
  address: string;
}

/** What can be done with a certificate: take it along, show it elsewhere. */
export function CertificateActions({ address, certificate, school }: CertificateActionsProps) {
  const files = `/api/certificates/${certificate.id}`;
  const isIntact = certificate.name !== null && certificate.state !== 'revoked';
  const copy = () =>
    copyText(address).then(
      () => toast({ title: m.certificates_copied(), description: address }),
      () => toast({ title: m.certificates_copy_failed(), variant: 'destructive' }),
    );
  return (
    <div className={classes.actions}>
      {isIntact && (
        <fieldset className={classes.papers}>
          <legend>{m.certificates_pdf()}</legend>
          <a href={`${files}/pdf?paper=a4`} download {...buttonLook({})}>
            {m.certificates_pdf_a4()}
          </a>
          <a href={`${files}/pdf?paper=letter`} download {...buttonLook({ variant: 'secondary' })}>
            {m.certificates_pdf_letter()}
          </a>
        </fieldset>
      )}
      {certificate.own && certificate.state === 'valid' && (
        <a
          href={linkedInAddress(certificate, school, address)}
          target="_blank"
          rel="noreferrer"
          {...buttonLook({ variant: 'secondary', wide: true })}
        >
          {m.certificates_linkedin()}
        </a>
      )}
      {isIntact && (
        <a href={`${files}/credential`} download {...buttonLook({ variant: 'secondary', wide: true })}>
          {m.certificates_credential()}
        </a>
      )}
      <Button variant="secondary" wide onClick={copy}>
        {m.certificates_copy()}
      </Button>
    </div>
  );
}
