import { createFileRoute } from '@tanstack/react-router';
import { DocumentationPage } from '#web/features/site-admin/documentation/documentation-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/settings/documentation')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.settings_documentation(),
      path: '/admin/settings/documentation',
      noindex: true,
    }),
  component: DocumentationPage,
});
