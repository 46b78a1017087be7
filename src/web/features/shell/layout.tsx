import { Outlet } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { sayAwake } from '#web/lib/early-click.ts';
import { latePart } from '#web/lib/late/late-part.ts';
import { m } from '#web/lib/messages.ts';
import { useUser } from '#web/lib/session/session.ts';
import { Footer } from './footer.tsx';
import { Header, type HeaderProps } from './header.tsx';
import classes from './layout.module.css';
import { PageAnnouncer } from './page-announcer.tsx';
import { Sidebar } from './sidebar.tsx';
import { useSidebar } from './use-sidebar.ts';
// Of a part that comes late, but is in the page that the server sends.
import './version-panel.css';

const CONTENT = 'content';
// Nobody waits for it: it is not part of what a page has to download first.
const VersionPanel = latePart(() => import('./version-panel.tsx'), 'VersionPanel');

// What is said before it is there waits for it.
const Toaster = latePart(() => import('#web/ui/feedback/toaster.tsx'), 'Toaster');

interface LayoutProps {
  bell?: HeaderProps['bell'];
  /** Watches over the session of who signed in, from then on, and says what they must know on every page. */
  keeper?: ReactNode;
}

/** Everything around a page (spec section 2, global layout). */
export function Layout({ bell, keeper }: LayoutProps) {
  const user = useUser();
  const sidebar = useSidebar(user !== null);
  const [wasMember, setWasMember] = useState(false);
  if (user && !wasMember) setWasMember(true);
  useEffect(sayAwake, []);
  return (
    <>
      <a href={`#${CONTENT}`} className={classes.skip}>
        {m.shell_skip()}
      </a>
      <div className={classes.shell}>
        <Header user={user} bell={bell} onSidebar={sidebar.toggle} sidebarOpen={sidebar.open} />
        <div className={classes.body} data-member={user ? '' : undefined}>
          {user && <Sidebar user={user} state={sidebar} />}
          <div className={classes.column}>
            {wasMember && <Suspense fallback={null}>{keeper}</Suspense>}
            <main id={CONTENT} tabIndex={-1} className={classes.main}>
              <Outlet />
            </main>
            <Footer />
          </div>
        </div>
      </div>
      <PageAnnouncer contentId={CONTENT} />
      <Suspense fallback={null}>
        <VersionPanel />
      </Suspense>
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </>
  );
}
