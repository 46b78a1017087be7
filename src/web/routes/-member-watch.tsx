import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { SessionKeeper } from '#web/features/accounts/session-keeper.tsx';
import { MemberBanners } from '#web/features/shell/member-banners.tsx';
import { latePart } from '#web/lib/late/late-part.ts';
import { useUser } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';

const LateOutbox = latePart(() => import('#web/features/exams/late/late-outbox.tsx'), 'LateOutbox');

const PaymentBanner = latePart(() => import('#web/features/billing/payment-banner.tsx'), 'PaymentBanner');

/** What goes on in the background of every page of a member, and what they must know there. */
export function MemberWatch() {
  const user = useUser();
  const { takesPayments } = siteInfo(useQueryClient());
  return (
    <>
      <SessionKeeper />
      <Suspense>
        <LateOutbox />
        {takesPayments && <PaymentBanner />}
      </Suspense>
      {user && <MemberBanners user={user} />}
    </>
  );
}
