import { useRouteContext } from '@tanstack/react-router';
import { lazy, memo, Suspense } from 'react';
import { m } from '#web/lib/messages.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import classes from './services.module.css';

/** Only schools that offer services let anybody download it. */
const ExternalSignIn = lazy(() =>
  import('./external-sign-in.tsx').then((it) => ({ default: it.ExternalSignIn })),
);

/**
 * 'Continue with …' for each service that the school has set up; nothing where there is none. Remembered: drawn again
 * before its code is there, it would give up the server's HTML, and what is below would jump away under a click.
 */
export const OfferedServices = memo(function OfferedServices({
  redirect,
}: {
  redirect?: string | undefined;
}) {
  const { queryClient } = useRouteContext({ from: '__root__' });
  const { signIns } = siteInfo(queryClient);
  if (signIns.length === 0) return null;
  return (
    <Suspense>
      {/* Here and not in there: so the styles of both come with the page. */}
      <p className={classes.or}>{m.sign_ins_or()}</p>
      <ExternalSignIn services={signIns} redirect={redirect} />
    </Suspense>
  );
});
