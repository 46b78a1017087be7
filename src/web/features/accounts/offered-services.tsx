import { useRouteContext } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { siteInfo } from '#web/lib/site-info.ts';

/** Only schools that offer services let anybody download it. */
const ExternalSignIn = lazy(() =>
  import('./external-sign-in.tsx').then((it) => ({ default: it.ExternalSignIn })),
);

/** 'Continue with …' for each service that the school has set up; nothing where there is none. */
export function OfferedServices({ redirect }: { redirect?: string | undefined }) {
  const { queryClient } = useRouteContext({ from: '__root__' });
  const { signIns } = siteInfo(queryClient);
  if (signIns.length === 0) return null;
  return (
    <Suspense>
      <ExternalSignIn services={signIns} redirect={redirect} />
    </Suspense>
  );
}
