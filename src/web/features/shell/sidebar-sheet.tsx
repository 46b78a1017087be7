import type { User } from '#contract/accounts/accounts';
import { m } from '#web/lib/messages.ts';
import { Sheet } from '#web/ui/layout/sheet.tsx';
import { SidebarContent } from './sidebar-content.tsx';
import type { SidebarState } from './use-sidebar.ts';

/** The sidebar of small screens. */
export function SidebarSheet({ user, state }: { user: User; state: SidebarState }) {
  return (
    <Sheet open={state.sheet} onClose={state.closeSheet} label={m.shell_side_label()}>
      <SidebarContent user={user} iconsOnly={false} />
    </Sheet>
  );
}
