import { createFileRoute } from '@tanstack/react-router';
import { MenusPage } from '#web/features/site-config/menus/menus-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/settings/menus')({
  head: ({ match }) =>
    pageHead(match.context, { title: m.config_menus_title(), path: '/admin/settings/menus', noindex: true }),
  component: MenusPage,
});
