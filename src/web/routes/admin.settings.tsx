import { createFileRoute } from '@tanstack/react-router';
import { SettingsLayout } from '#web/features/site-admin/settings-layout.tsx';
import { requireAdmin } from '#web/lib/session/guards.ts';

/** Guards everything under /admin/settings. */
export const Route = createFileRoute('/admin/settings')({
  beforeLoad: requireAdmin,
  component: SettingsLayout,
});
