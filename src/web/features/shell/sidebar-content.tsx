import { Suspense, useId } from 'react';
import type { User } from '#contract/accounts/accounts';
import { m } from '#web/lib/messages.ts';
import { useTierName } from '#web/ui/badges/tier-badge.tsx';
import { Sheet } from '#web/ui/layout/sheet.tsx';
import { NavLink } from '#web/ui/nav-link.tsx';
import { useAdminGroups } from './admin-groups.ts';
import { PaletteButton } from './palette/palette-button.tsx';
import { PaletteHost } from './palette/palette-host.tsx';
import { usePaletteOpen } from './palette/palette-state.ts';
import classes from './sidebar.module.css';
import { MEMBER_ITEMS, type SidebarItem } from './sidebar-items.ts';
import { useOwnBrowser } from './use-own-browser.ts';
import type { SidebarState } from './use-sidebar.ts';

/** The pages of a signed-in person, and who that is (spec section 2). */
export function SidebarContent({ user, iconsOnly }: { user: User; iconsOnly: boolean }) {
  const tierName = useTierName();
  useOwnBrowser(user);
  return (
    <div className={classes.content}>
      <nav className={classes.nav} aria-label={m.shell_side_nav()}>
        <PaletteButton iconsOnly={iconsOnly} />
        <Items items={MEMBER_ITEMS} iconsOnly={iconsOnly} />
        <Suspense fallback={null}>
          <AdminGroups user={user} iconsOnly={iconsOnly} />
        </Suspense>
      </nav>
      <div className={classes.footer}>
        <div className={classes.as}>{m.shell_side_logged_in_as()}</div>
        <div className={classes.name}>{user.name}</div>
        <div className={classes.role}>
          {m.shell_side_role_and_plan({
            role: user.role,
            tier: tierName(user.subscriptionTier).toLowerCase(),
          })}
        </div>
      </div>
    </div>
  );
}

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

function AdminGroups({ user, iconsOnly }: { user: User; iconsOnly: boolean }) {
  return useAdminGroups(user).map(({ label, items }) => (
    <Group key={label()} label={label()} items={items} iconsOnly={iconsOnly} />
  ));
}

function Group({ label, ...list }: { label: string; items: readonly SidebarItem[]; iconsOnly: boolean }) {
  const id = useId();
  return (
    <>
      <div id={id} className={classes.group}>
        {label}
      </div>
      <Items labelledBy={id} {...list} />
    </>
  );
}

function Items({
  items,
  iconsOnly,
  labelledBy,
}: {
  items: readonly SidebarItem[];
  iconsOnly: boolean;
  labelledBy?: string;
}) {
  return (
    <ul className={classes.list} aria-labelledby={labelledBy}>
      {items.map(({ to, label, icon }) => (
        <li key={to}>
          <NavLink
            to={to}
            className={classes.link}
            icon={<ItemIcon path={icon} />}
            title={iconsOnly ? label() : undefined}
          >
            {label()}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

function ItemIcon({ path }: { path: string }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
