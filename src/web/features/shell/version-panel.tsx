import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { toast } from '#web/lib/toast.ts';
import './version-panel.css';

const POLL_EVERY = 60_000;
const RELOAD_AFTER = 1000;

/**
 * The running version, asked for every 60 s; a newer build on the server offers a reload (spec section 2). It ends the
 * page, in a strip that the layout reserves, so it never covers anything; a small mark until hovered or focused.
 */
export function VersionPanel() {
  const api = useApi();
  const [loaded] = useState(siteInfo(useQueryClient()));
  const { data, refetch } = useQuery({
    queryKey: ['version'],
    queryFn: ({ signal }) => api.site.version(undefined, { signal }),
    initialData: loaded,
    staleTime: POLL_EVERY,
    refetchInterval: POLL_EVERY,
  });
  const newer = data.build !== loaded.build;
  useEffect(() => {
    if (!newer) return;
    const action = { label: m.shell_version_reload(), run: () => window.location.reload() };
    toast({ title: m.shell_version_newer(), description: m.shell_version_newer_text(), action });
  }, [newer]);
  if (!data.version) return null;
  return (
    <aside className="version-panel" aria-label={m.shell_version_panel()} data-no-print>
      <span className="version-panel-text">
        {m.shell_version_build()} <span className="version-panel-version">{data.version.slice(0, 19)}</span>
      </span>
      <button
        type="button"
        className="version-panel-button"
        onClick={async () => {
          await refetch();
          toast({ title: m.shell_version_checked(), description: m.shell_version_checked_text() });
        }}
      >
        {m.shell_version_check()}
      </button>
      <button type="button" className="version-panel-button" onClick={forceRefresh}>
        {m.shell_version_refresh()}
      </button>
      <span className="version-panel-mark" aria-hidden="true">
        i
      </span>
    </aside>
  );
}

function forceRefresh(): void {
  toast({ title: m.shell_version_refreshing(), description: m.shell_version_refreshing_text() });
  setTimeout(() => window.location.reload(), RELOAD_AFTER);
}
