import type { UserDetail } from '#contract/administration/users';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { TierBadge } from '#web/ui/badges/tier-badge.tsx';
import classes from './user-page.module.css';
import { STATE_WORDS } from './user-words.ts';

/** What the account is. */
export function UserFacts({ user }: { user: UserDetail }) {
  const facts = [
    [m.users_column_tier(), <TierBadge key="tier" tier={user.subscriptionTier} />],
    [m.users_column_role(), user.role === 'admin' ? m.users_role_admin() : m.users_role_user()],
    [m.users_column_state(), STATE_WORDS[user.state]()],
    ...(user.erasesAt ? [[m.users_erased_on(), formatTime(user.erasesAt)]] : []),
    ...(user.disabledAt ? [[m.users_disabled_since(), formatTime(user.disabledAt)]] : []),
    [m.users_two_factor(), user.twoFactorEnabled ? m.users_two_factor_on() : m.users_two_factor_off()],
    [m.users_column_created(), formatTime(user.createdAt)],
    [m.users_id(), <code key="id">{user.id}</code>],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={String(label)}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
