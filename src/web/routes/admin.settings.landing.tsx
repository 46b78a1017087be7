import { createFileRoute } from '@tanstack/react-router';
import { LandingSettingsPage } from '#web/features/site-config/landing/landing-settings-page.tsx';
import { m } from '#web/lib/messages.ts';
import { pageHead } from '#web/lib/page-head.ts';

export const Route = createFileRoute('/admin/settings/landing')({
  head: ({ match }) =>
    pageHead(match.context, {
      title: m.config_landing_title(),
      path: '/admin/settings/landing',
      noindex: true,
    }),
  component: LandingSettingsPage,
});
