import { useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createContext, type ReactNode, Suspense, useContext, useLayoutEffect, useState } from 'react';
import { keepSiteInfo, type SiteInfo, siteInfo } from '#web/lib/site-info.ts';
import { Examples, type MountExample } from '../prose/examples.ts';
import { visitorRouter } from './visitor-router.ts';

export interface VisitorAppProps {
  children: ReactNode;
  /** What is to be shown of the site instead of what is saved. */
  site?: Partial<SiteInfo> | undefined;
}

const Shown = createContext<ReactNode>(null);
/** Examples look as they do where they run; nothing in a preview can be pressed. */
const runNothing = async (): Promise<MountExample> => () => () => undefined;

/** Parts of a page as somebody sees them who is not signed in. */
export function VisitorApp({ children, site }: VisitorAppProps) {
  const outside = useQueryClient();
  const [{ queryClient, router }] = useState(() => {
    const made = visitorRouter(Page);
    keepSiteInfo(made.queryClient, { ...siteInfo(outside), ...site });
    return made;
  });
  useLayoutEffect(
    () => keepSiteInfo(queryClient, { ...siteInfo(outside), ...site }),
    [outside, queryClient, site],
  );
  const { labs } = siteInfo(outside);
  return (
    <Examples value={labs === 'off' ? null : runNothing}>
      <Shown value={children}>
        {/* The types know only the router of the app. */}
        <RouterProvider router={router as never} />
      </Shown>
    </Examples>
  );
}

function Page() {
  return <Suspense>{useContext(Shown)}</Suspense>;
}
