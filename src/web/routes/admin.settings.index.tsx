import { createFileRoute } from '@tanstack/react-router';
import { SettingsHub } from '#web/features/site-admin/settings-hub.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/settings/')({
  head: ({ match }) =>
    pageHead(match.context, { title: m.settings_title(), path: '/admin/settings', noindex: true }),
  component: SettingsHub,
});
