import { useRouteContext } from '@tanstack/react-router';
import type { User } from '#contract/accounts';
import { m } from '#web/lib/messages.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { Notice } from './account-card.tsx';
import { ApiKeys } from './api-keys.tsx';
import { ChangePassword } from './change-password.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { OwnData } from './own-data.tsx';
import { SessionList } from './session-list.tsx';
import { TwoFactor } from './two-factor.tsx';

/** Password, second factor, sessions, API keys, the own data and the end of the account. */
export function ProfileSecurity({ user }: { user: User }) {
  const { queryClient } = useRouteContext({ from: '__root__' });
  const isNeeded =
    user.role === 'admin' && !user.twoFactorEnabled && siteInfo(queryClient).twoFactorForAdministrators;
  return (
    <>
      {isNeeded && <Notice>{m.profile_two_factor_needed()}</Notice>}
      <ChangePassword />
      <TwoFactor user={user} />
      <SessionList />
      <ApiKeys user={user} />
      <OwnData />
      <DeleteAccount user={user} />
    </>
  );
}
