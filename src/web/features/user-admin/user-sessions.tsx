import type { UserDetail } from '#contract/administration/users';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import classes from './user-page.module.css';

/** Where the account is signed in, last used first. */
export function UserSessions({ sessions }: Pick<UserDetail, 'sessions'>) {
  if (sessions.length === 0) return <p className={classes.hint}>{m.users_sessions_none()}</p>;
  return (
    <ul className={classes.list}>
      {sessions.map(({ device, id, ipAddress, lastUsedAt }) => (
        <li key={id}>
          <strong>{device}</strong>
          <span className={classes.hint}>
            {m.users_session_used({
              address: ipAddress ?? m.users_session_nowhere(),
              time: formatTime(lastUsedAt),
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}
