import { Suspense } from 'react';
import type { User } from '#contract/accounts/accounts';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import classes from './sidebar.module.css';
import type { SidebarState } from './use-sidebar.ts';
// Of a part that comes late, but is in the page that the server sends.
import './palette/palette-button.module.css';

// Visitors have no sidebar and never download what is in it.
const load = () => import('./sidebar-content.tsx');
const SidebarContent = latePart(load, 'SidebarContent');
const SidebarOverlays = latePart(load, 'SidebarOverlays');

/** The sidebar of signed-in people: 16 rem, 3 rem with icons only, or a sheet of 18 rem on small screens. */
export function Sidebar({ user, state }: { user: User; state: SidebarState }) {
  return (
    <>
      <aside
        className={classes.sidebar}
        data-collapsed={state.open ? undefined : true}
        aria-label={m.shell_side_label()}
        data-no-print
      >
        <Suspense fallback={null}>
          <SidebarContent user={user} iconsOnly={!state.open} />
        </Suspense>
      </aside>
      <Suspense fallback={null}>
        <SidebarOverlays user={user} state={state} />
      </Suspense>
    </>
  );
}
