import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '#web/features/site-config/legal-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/settings/legal')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.legal_settings_title(),
      path: '/admin/settings/legal',
      noindex: true,
    }),
  component: LegalPage,
});
