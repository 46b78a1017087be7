import type { User } from '#contract/accounts/accounts';
import { m } from '#web/lib/messages.ts';
import { Sheet } from '#web/ui/layout/sheet.tsx';
import { PaletteHost } from './palette/palette-host.tsx';
import { usePaletteOpen } from './palette/palette-state.ts';
import { SidebarContent } from './sidebar-content.tsx';
import type { SidebarState } from './use-sidebar.ts';

/** What opens over the page: the sidebar of small screens, and the palette. */
export function SidebarOverlays({ user, state }: { user: User; state: SidebarState }) {
  const isPaletteOpen = usePaletteOpen();
  return (
    <>
      <Sheet open={state.sheet && !isPaletteOpen} onClose={state.closeSheet} label={m.shell_side_label()}>
        <SidebarContent user={user} iconsOnly={false} />
      </Sheet>
      <PaletteHost user={user} />
    </>
  );
}
