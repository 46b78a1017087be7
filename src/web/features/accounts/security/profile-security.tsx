import { useQueries } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { User } from '#contract/accounts/accounts';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { siteInfo } from '#web/lib/site-info.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { Notice } from '../account-card.tsx';
import { ApiKeys } from '../keys/api-keys.tsx';
import { DeleteAccount } from '../profile/delete-account.tsx';
import { OwnData } from '../profile/own-data.tsx';
import { keysQuery, passkeysQuery, sessionsQuery, signInWaysQuery } from '../queries.ts';
import { ChangePassword } from './change-password.tsx';
import { LinkedServices } from './linked-services.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { SessionList } from './session-list.tsx';
import { TwoFactor } from './two-factor.tsx';

/** Password, second factor, passkeys, sessions, API keys, the own data and the end of the account. */
export function ProfileSecurity({ owned, user }: { user: User; owned?: ReactNode }) {
  const { queryClient } = useRouteContext({ from: '__root__' });
  const isNeeded =
    user.role === 'admin' && !user.twoFactorEnabled && siteInfo(queryClient).twoFactorForAdministrators;
  const api = useApi();
  const asked = useQueries({
    queries: [signInWaysQuery(api), passkeysQuery(api), sessionsQuery(api), keysQuery(api)],
  });
  // All at once: a list that came later would move what is being read.
  if (asked.some(({ isPending }) => isPending)) return <LoadingState />;
  const [{ data }] = asked;
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
      <DeleteAccount user={user} owned={owned} />
    </>
  );
}
