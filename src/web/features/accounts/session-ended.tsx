import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { m } from '#web/lib/messages.ts';
import { isPageHeld } from '#web/lib/saving/held-page.ts';
import { sessionQuery, useApi } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { PageBanner } from '#web/ui/layout/page-banner.tsx';

const FIELD = 'input, textarea, select, [contenteditable]';

const SignInHere = lazy(() =>
  import('./sign-in/sign-in-here.tsx').then((it) => ({ default: it.SignInHere })),
);

/** Over a page that is held: its person signs in again in place, or in another tab, and what was typed can be saved. */
export function SessionEnded({ email }: { email: string }) {
  // Nothing outside of a dialog that is open can be reached.
  const [asking, setAsking] = useState(() => document.querySelector('dialog:modal') !== null);
  const from = useReturningFocus();
  useWatch();
  return (
    <PageBanner label={m.auth_ended_label()} text={m.auth_ended()} stays urgent>
      <Button
        size="sm"
        onFocus={({ relatedTarget }) => from.note(relatedTarget)}
        onClick={() => setAsking(true)}
      >
        {m.auth_here()}
      </Button>
      <a href="/login" target="_blank" rel="noreferrer">
        {m.auth_here_tab()}
      </a>
      <Dialog open={asking} onClose={() => setAsking(false)} title={m.auth_here_title()}>
        <Suspense fallback={<LoadingState inline />}>
          <SignInHere email={email} onCancel={() => setAsking(false)} onDone={() => setAsking(false)} />
        </Suspense>
      </Dialog>
    </PageBanner>
  );
}

/** Once signed in the button is gone: the focus goes back to where one was at work. */
function useReturningFocus() {
  const from = useRef<HTMLElement>(null);
  const note = (target: EventTarget | null) => {
    if (target instanceof HTMLElement && target.matches(FIELD)) from.current = target;
  };
  useEffect(() => {
    if (document.activeElement instanceof HTMLElement) from.current = document.activeElement;
    return () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost) from.current?.focus({ preventScroll: true });
    };
  }, []);
  return { note };
}

/** A page that is left is held no longer; once its person is back, what was refused meanwhile is asked for again. */
function useWatch(): void {
  const api = useApi();
  const router = useRouter();
  const queryClient = useQueryClient();
  useEffect(() => {
    const forget = router.subscribe('onResolved', () => {
      if (!isPageHeld()) void queryClient.invalidateQueries(sessionQuery(api));
    });
    return () => {
      forget();
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    };
  }, [api, router, queryClient]);
}
