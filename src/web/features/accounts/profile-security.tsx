import type { User } from '#contract/accounts';
import { ChangePassword } from './change-password.tsx';
import { SessionList } from './session-list.tsx';
import { TwoFactor } from './two-factor.tsx';

/** Password, second factor, sessions. */
export function ProfileSecurity({ user }: { user: User }) {
  return (
    <>
      <ChangePassword />
      <TwoFactor user={user} />
      <SessionList />
    </>
  );
}
