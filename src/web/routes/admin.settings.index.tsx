import { createFileRoute } from '@tanstack/react-router';
import { SettingsHub } from '#web/features/site-admin/settings-hub.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/settings/')({
  staticData: {
    sidebar: {
      group: 'admin',
      position: 6,
      label: m.shell_side_settings,
      icon: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
    },
  },
  head: ({ match }) =>
    pageHead(match.context, { title: m.settings_title(), path: '/admin/settings', noindex: true }),
  component: SettingsHub,
});
