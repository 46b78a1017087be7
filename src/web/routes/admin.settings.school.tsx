import { createFileRoute } from '@tanstack/react-router';
import { SchoolPage } from '#web/features/site-config/school-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/settings/school')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.config_school_title(),
      path: '/admin/settings/school',
      noindex: true,
    }),
  component: SchoolPage,
});
