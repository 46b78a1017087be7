import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '#web/features/site-config/security-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/settings/security')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.config_security_title(),
      path: '/admin/settings/security',
      noindex: true,
    }),
  component: SecurityPage,
});
