import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
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

/** The state of the sidebar; Ctrl/Cmd+B changes it where there is one (spec section 2). */
export function useSidebar(shown: boolean): SidebarState {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(() => siteInfo(queryClient).sidebarOpen);
  const [sheet, setSheet] = useState(false);
  const toggle = useCallback(() => {
    if (window.matchMedia(SMALL).matches) return setSheet((current) => !current);
    setOpen(!open);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve.
    document.cookie = sidebarCookie(!open);
  }, [open]);
  useEffect(() => {
    // Whoever signs in next has not opened it.
    if (!shown) return setSheet(false);
    const onKey = (event: KeyboardEvent) => {
      const { altKey, ctrlKey, key, metaKey, shiftKey, target } = event;
      // In editors it makes text bold.
      const isOurs = !(target instanceof HTMLElement && target.isContentEditable);
      if (key.toLowerCase() !== 'b' || !(ctrlKey || metaKey) || shiftKey || altKey || !isOurs) return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [shown, toggle]);
  return { open, sheet, toggle, closeSheet: () => setSheet(false) };
}
