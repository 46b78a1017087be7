import { createFileRoute } from '@tanstack/react-router';
import { ThemePage } from '#web/features/site-config/theme-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/settings/theme')({
  head: ({ match }) =>
    pageHead(match.context, { title: m.config_theme_title(), path: '/admin/settings/theme', noindex: true }),
  component: ThemePage,
});
