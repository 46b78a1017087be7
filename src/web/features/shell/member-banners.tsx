import type { User } from '#contract/accounts/accounts';
import { LeavingBanner } from './leaving-banner.tsx';
import { SupportBanner } from './support-banner.tsx';

/** What a member must know on every page. */
export function MemberBanners({ user }: { user: User }) {
  if (user.support) return <SupportBanner user={user} />;
  return user.erasesAt && <LeavingBanner erasesAt={user.erasesAt} />;
}
