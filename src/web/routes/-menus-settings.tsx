import { useEffect, useRef } from 'react';
import { Footer } from '#web/features/shell/footer.tsx';
import { Header } from '#web/features/shell/header.tsx';
import { MenusPage } from '#web/features/site-config/menus/menus-page.tsx';
import { PageGap } from '#web/ui/visitor-frame/page-gap.tsx';
import { type Screen, VisitorFrame } from '#web/ui/visitor-frame/visitor-frame.tsx';

/** The editor of the menus with header and footer below: no feature imports another. */
export function MenusSettings() {
  return (
    <MenusPage
      preview={(menus) => (
        <VisitorFrame site={{ menus }}>{(screen) => <Frame screen={screen} />}</VisitorFrame>
      )}
    />
  );
}

const nothing = () => undefined;

function Frame({ screen }: { screen: Screen }) {
  const frame = useRef<HTMLDivElement>(null);
  // On a phone the links are behind a button, which nobody can press in a preview.
  useEffect(() => {
    if (screen !== 'phone') return;
    frame.current
      ?.querySelector<HTMLElement>('[aria-controls="mobile-menu"][aria-expanded="false"]')
      ?.click();
  }, [screen]);
  return (
    <div ref={frame}>
      <Header user={null} sidebarOpen={false} onSidebar={nothing} />
      <PageGap />
      <Footer />
    </div>
  );
}
