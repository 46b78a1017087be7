import { createFileRoute } from '@tanstack/react-router';
import { SeoPage } from '#web/features/site-config/seo-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/settings/seo')({
  head: ({ match }) =>
    pageHead(match.context, { title: m.config_seo_title(), path: '/admin/settings/seo', noindex: true }),
  component: SeoPage,
});
