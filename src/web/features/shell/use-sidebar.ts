import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { sidebarCookie } from '#web/lib/session/sidebar-cookie.ts';
import { siteInfo } from '#web/lib/site-info.ts';

export interface SidebarState {
  /** Beside the page: whole, or icons only. */
  readonly open: boolean;
  /** As a sheet over the page on small screens. */
  readonly sheet: boolean;
  readonly toggle: () => void;
  readonly closeSheet: () => void;
}

const SMALL = '(max-width: 767.98px)';

/** The state of the sidebar (spec section 2). */
export function useSidebar(): SidebarState {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(() => siteInfo(queryClient).sidebarOpen);
  const [sheet, setSheet] = useState(false);
  const toggle = useCallback(() => {
    if (window.matchMedia(SMALL).matches) return setSheet((current) => !current);
    setOpen(!open);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve.
    document.cookie = sidebarCookie(!open);
  }, [open]);
  return { open, sheet, toggle, closeSheet: () => setSheet(false) };
}
