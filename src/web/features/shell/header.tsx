import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import type { User } from '#contract/accounts/accounts';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { useSiteInfo } from '#web/lib/site-info.ts';
import { Brand } from '#web/ui/badges/brand.tsx';
import { TOP_NAVIGATION } from '#web/ui/layout/nav-items.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { BuildLabel } from './build-label.tsx';
import classes from './header.module.css';
import { MenuIcon, SidebarIcon } from './header-icons.tsx';
import { OwnLinks } from './late-menus.ts';
import { ThemeMenu } from './theme-menu.tsx';

const LOGIN: string = '/login';
const REGISTER: string = '/register';

// Visitors have no account menu and never download it.
const AvatarMenu = latePart(() => import('./avatar-menu.tsx'), 'AvatarMenu');

export interface HeaderProps {
  user: User | null;
  sidebarOpen: boolean;
  onSidebar: () => void;
  /** Shows a member that something happened; drawn with the class that header icons have. */
  bell?: ((className: string | undefined) => ReactNode) | undefined;
}

/** The top navigation; under 768 px its links are behind a button. */
export function Header({ bell, user, sidebarOpen, onSidebar }: HeaderProps) {
  const [open, setOpen] = useState(false);
  const { school } = useSiteInfo();
  const path = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu.
  useEffect(() => setOpen(false), [path]);
  return (
    <header className={classes.header} data-no-print>
      <div className={classes.bar} data-signed-in={user ? true : undefined}>
        {user && (
          <button
            type="button"
            className={classes.icon}
            onClick={onSidebar}
            aria-label={m.shell_sidebar_toggle()}
            aria-expanded={sidebarOpen}
            title={m.shell_sidebar_toggle_hint()}
          >
            <SidebarIcon />
          </button>
        )}
        <Link to="/" className={classes.brand}>
          <Brand school={school} />
        </Link>
        <nav aria-label={m.shell_nav_label()}>
          <NavLinks />
        </nav>
        <div className={classes.end}>
          <BuildLabel className={classes.build} buttonClassName={classes.icon} />
          <ThemeMenu className={classes.icon} />
          {user && bell?.(classes.icon)}
          {user ? (
            <Suspense fallback={<span className={classes.account} />}>
              <AvatarMenu user={user} className={classes.avatar} />
            </Suspense>
          ) : (
            <SignLinks className={classes.sign} size="sm" />
          )}
          <button
            type="button"
            className={`${classes.icon} ${classes.toggle}`}
            aria-label={m.shell_menu_toggle()}
            aria-expanded={open}
            aria-controls="mobile-menu"
            onClick={() => setOpen(!open)}
          >
            <MenuIcon open={open} />
          </button>
        </div>
      </div>
      <nav
        id="mobile-menu"
        className={classes.mobile}
        data-open={open || undefined}
        aria-label={m.shell_nav_label()}
      >
        <NavLinks />
        {!user && <SignLinks className={classes.mobileSign} />}
        <BuildLabel className={classes.build} buttonClassName={classes.icon} />
      </nav>
    </header>
  );
}

function NavLinks() {
  const own = useSiteInfo().menus?.header;
  return (
    <ul className={classes.links}>
      {own ? (
        <Suspense>
          <OwnLinks links={own} className={classes.link} />
        </Suspense>
      ) : (
        TOP_NAVIGATION.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={classes.link}>
              {label()}
            </Link>
          </li>
        ))
      )}
    </ul>
  );
}

function SignLinks({ className, size = 'md' }: { className: string | undefined; size?: 'sm' | 'md' }) {
  return (
    <div className={className}>
      <LinkButton to={LOGIN} variant="secondary" size={size}>
        {m.shell_login()}
      </LinkButton>
      <LinkButton to={REGISTER} size={size}>
        {m.shell_sign_up()}
      </LinkButton>
    </div>
  );
}
