import type { UserDetail } from '#contract/administration/users';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import classes from './user-page.module.css';

/** What the account signs in with. */
export function UserSignInMethods({
  signInMethods: { hasPassword, passkeys, signIns },
}: Pick<UserDetail, 'signInMethods'>) {
  const used = (at: string | null) =>
    at ? m.users_way_used({ time: formatTime(at) }) : m.users_way_unused();
  return (
    <ul className={classes.list}>
      <li>
        <strong>{m.users_way_password()}</strong>
        <span className={classes.hint}>{hasPassword ? m.users_way_set() : m.users_way_not_set()}</span>
      </li>
      {passkeys.map(({ createdAt, id, lastUsedAt, name }) => (
        <li key={id}>
          <strong>{name}</strong>
          <span className={classes.hint}>
            {m.users_way_passkey({ date: formatDate(createdAt) })} · {used(lastUsedAt)}
          </span>
        </li>
      ))}
      {signIns.map(({ id, label, lastUsedAt, linkedAt, service }) => (
        <li key={id}>
          <strong>{service}</strong>
          <span className={classes.hint}>
            {m.users_way_service({ date: formatDate(linkedAt), label })} · {used(lastUsedAt)}
          </span>
        </li>
      ))}
    </ul>
  );
}
