import { createFileRoute } from '@tanstack/react-router';
import { CertificateList } from '#web/features/certificate-admin/certificate-list.tsx';
import type { CertificateSearch } from '#web/features/certificate-admin/queries.ts';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';
import { requireAdmin } from '#web/lib/session/guards.ts';

export const Route = createFileRoute('/admin/certificates')({
  staticData: {
    sidebar: {
      group: 'learners',
      position: 2,
      label: m.certificates_title,
      icon: 'M3.5 4.5h13v8h-13zM10 12.5v4l-2-1-2 1v-4M6.5 7.5h7',
    },
  },
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
