import { lazy, Suspense } from 'react';
import { SessionKeeper } from '#web/features/accounts/session-keeper.tsx';

const LateOutbox = lazy(() =>
  import('#web/features/exams/late/late-outbox.tsx').then((it) => ({ default: it.LateOutbox })),
);

/** What goes on in the background of every page of a member. */
export function MemberWatch() {
  return (
    <>
      <SessionKeeper />
      <Suspense>
        <LateOutbox />
      </Suspense>
    </>
  );
}
