import { m } from '#web/lib/messages.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';

/** No certificate has this address: to somebody who checks one, that is an answer. */
export function CertificateMissing() {
  return (
    <Page>
      <EmptyState
        heading="h1"
        drawing="broken"
        title={m.certificates_missing()}
        text={m.certificates_missing_text()}
      />
    </Page>
  );
}
