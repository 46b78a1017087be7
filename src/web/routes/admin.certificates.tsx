import { createFileRoute } from '@tanstack/react-router';
import { CertificateList } from '#web/features/certificate-admin/certificate-list.tsx';
import type { CertificateSearch } from '#web/features/certificate-admin/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/certificates')({
  validateSearch: (search: Record<string, unknown>): CertificateSearch => {
    const q = search.q === undefined ? '' : String(search.q).slice(0, 200);
    const { state } = search;
    const isState = state === 'valid' || state === 'expired' || state === 'revoked';
    return { ...(q && { q }), ...(isState && { state }) };
  },
  beforeLoad: requireAdmin,
  head: ({ match }) =>
    pageHead(match.context, { title: m.certificates_title(), path: '/admin/certificates', noindex: true }),
  component: Certificates,
});

function Certificates() {
  return <CertificateList search={Route.useSearch()} />;
}
