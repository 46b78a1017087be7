import type { UserRow } from '#contract/administration/users';
import type { Tier } from '#domain/tiers';
import { formatDate } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { Avatar } from '#web/ui/badges/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/dialogs/menu.tsx';
import { MenuLink } from '#web/ui/dialogs/menu-link.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { TierSelect } from './tier-select.tsx';
import classes from './user-list.module.css';
import { STATE_WORDS } from './user-words.ts';

interface UserTableRowProps {
  user: UserRow;
  busy: boolean;
  onTier: (id: string, tier: Tier) => Promise<void>;
  onAdmin: (user: UserRow) => void;
}

/** One account: what it is, and what can be done with it. */
export function UserTableRow({ busy, onAdmin, onTier, user }: UserTableRowProps) {
  const { avatar, createdAt, email, id, name, role, state } = user;
  const isAdmin = role === 'admin';
  const isBlocked = !isAdmin && state === 'unconfirmed';
  return (
    <tr className={classes.row}>
      <th scope="row" className={classes.user}>
        <span className={classes.person}>
          <Avatar name={name} src={avatar} size={32} />
          <span className={classes.names}>
            <TextLink to="/admin/users/$id" params={{ id }} quiet>
              {name}
            </TextLink>
            <span className={classes.email}>{email}</span>
          </span>
        </span>
      </th>
      <td>
        <TierSelect user={user} onTier={onTier} />
      </td>
      <td className={isAdmin ? classes.admin : undefined}>
        {isAdmin ? m.users_role_admin() : m.users_role_user()}
      </td>
      <td>
        <span className={classes.state} data-state={state}>
          {STATE_WORDS[state]()}
        </span>
      </td>
      <td>{formatDate(createdAt)}</td>
      <td className={classes.actions}>
        <Button
          className={classes.wide}
          variant="secondary"
          size="sm"
          busy={busy}
          disabled={isBlocked}
          title={isBlocked ? m.users_grant_why({ name }) : undefined}
          aria-label={isAdmin ? m.users_revoke_named({ name }) : m.users_grant_named({ name })}
          onClick={() => onAdmin(user)}
        >
          {isAdmin ? m.users_revoke() : m.users_grant()}
        </Button>
        <Menu label={m.users_actions_of({ name })} button="⋯" buttonClassName={classes.more}>
          <MenuLink to="/admin/users/$id" params={{ id }}>
            {m.users_view()}
          </MenuLink>
          <MenuItem busy={busy} disabled={isBlocked} onClick={() => onAdmin(user)}>
            {isAdmin ? m.users_revoke() : isBlocked ? m.users_grant_blocked() : m.users_grant()}
          </MenuItem>
        </Menu>
      </td>
    </tr>
  );
}
