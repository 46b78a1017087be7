import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { CertificateMissing } from '#web/features/certificates/certificate-missing.tsx';
import { CertificatePage } from '#web/features/certificates/certificate-page.tsx';
import { certificateQuery } from '#web/features/certificates/queries.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { useApi } from '#web/lib/session/session.ts';

export const Route = createFileRoute('/certificates/$id')({
  // Few people check certificates: what everybody downloads does not hold it.
  loader: async ({ context, params: { id } }) => {
    const { loadCertificate } = await import('#web/features/certificates/load-certificate.ts');
    const words = await loadCertificate({ ...context, id });
    if (!words) throw notFound();
    return words;
  },
  head: ({ loaderData, match }) => (loaderData ? pageHead(match.context, loaderData) : {}),
  component: Certificate,
  notFoundComponent: CertificateMissing,
});

function Certificate() {
  const { id } = Route.useParams();
  const { data } = useSuspenseQuery(certificateQuery(useApi(), id));
  return data ? <CertificatePage certificate={data} /> : <CertificateMissing />;
}
