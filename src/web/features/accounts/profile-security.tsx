import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { User } from '#contract/accounts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { Notice } from './account-card.tsx';
import { ApiKeys } from './api-keys.tsx';
import { ChangePassword } from './change-password.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { LinkedServices } from './linked-services.tsx';
import { OwnData } from './own-data.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { signInWaysQuery } from './queries.ts';
import { SessionList } from './session-list.tsx';
import { TwoFactor } from './two-factor.tsx';

/** Password, second factor, passkeys, sessions, API keys, the own data and the end of the account. */
export function ProfileSecurity({ user }: { user: User }) {
  const { queryClient } = useRouteContext({ from: '__root__' });
  const isNeeded =
    user.role === 'admin' && !user.twoFactorEnabled && siteInfo(queryClient).twoFactorForAdministrators;
  const { data } = useQuery(signInWaysQuery(useApi()));
  const hasPassword = data?.hasPassword ?? true;
  return (
    <>
      {isNeeded && <Notice>{m.profile_two_factor_needed()}</Notice>}
      <ChangePassword hasPassword={hasPassword} email={user.email} />
      {data && <LinkedServices signIns={data.signIns} />}
      <TwoFactor user={user} hasPassword={hasPassword} />
      <PasskeyList />
      <SessionList />
      <ApiKeys user={user} />
      <OwnData />
      <DeleteAccount user={user} />
    </>
  );
}
