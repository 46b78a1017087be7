import { m } from '#web/lib/messages.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** No certificate has this address: to somebody who checks one, that is an answer. */
export function CertificateMissing() {
  return (
    <Page>
      <EmptyState
        heading="h1"
        drawing="broken"
        title={m.certificates_missing()}
        text={m.certificates_missing_text()}
      >
        <LinkButton to="/contact" variant="secondary">
          {m.certificates_missing_ask()}
        </LinkButton>
      </EmptyState>
    </Page>
  );
}
