import { Outlet, useLocation } from '@tanstack/react-router';
import { m } from '#web/lib/messages.ts';
import { Breadcrumbs } from '#web/ui/layout/breadcrumbs.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { settingsLinkOf } from '#web/ui/layout/settings-links.ts';

/** The room of every page under /admin/settings, with the way back to the hub. A page brings its own header. */
export function SettingsLayout() {
  const here = settingsLinkOf(useLocation().pathname);
  return (
    <Page>
      {here && (
        <Breadcrumbs
          crumbs={[{ label: m.settings_title(), to: '/admin/settings' }, { label: here.label() }]}
        />
      )}
      <Outlet />
    </Page>
  );
}
