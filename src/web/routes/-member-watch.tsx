import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { SessionKeeper } from '#web/features/accounts/session-keeper.tsx';
import { siteInfo } from '#web/lib/site-info.ts';

const LateOutbox = lazy(() =>
  import('#web/features/exams/late/late-outbox.tsx').then((it) => ({ default: it.LateOutbox })),
);

const PaymentBanner = lazy(() =>
  import('#web/features/billing/payment-banner.tsx').then((it) => ({ default: it.PaymentBanner })),
);

/** What goes on in the background of every page of a member. */
export function MemberWatch() {
  const { takesPayments } = siteInfo(useQueryClient());
  return (
    <>
      <SessionKeeper />
      <Suspense>
        <LateOutbox />
        {takesPayments && <PaymentBanner />}
      </Suspense>
    </>
  );
}
