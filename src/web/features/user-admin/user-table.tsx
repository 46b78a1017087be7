import type { UserRow } from '#contract/users';
import type { Tier } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import classes from './user-list.module.css';
import { UserTableRow } from './user-table-row.tsx';

interface UserTableProps {
  users: readonly UserRow[];
  busy: boolean;
  /** What is shown is still the page before. */
  stale: boolean;
  onTier: (id: string, tier: Tier) => void;
  onAdmin: (user: UserRow) => void;
}

/** The accounts as a table; on a small screen each row becomes a card. */
export function UserTable({ busy, onAdmin, onTier, stale, users }: UserTableProps) {
  return (
    <table className={classes.table} data-stale={stale || undefined}>
      <caption className="sr-only">{m.users_title()}</caption>
      <thead>
        <tr>
          <th scope="col">{m.users_column_user()}</th>
          <th scope="col">{m.users_column_tier()}</th>
          <th scope="col">{m.users_column_role()}</th>
          <th scope="col">{m.users_column_state()}</th>
          <th scope="col">{m.users_column_created()}</th>
          <th scope="col" className={classes.actions}>
            {m.users_column_actions()}
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserTableRow key={user.id} user={user} busy={busy} onTier={onTier} onAdmin={onAdmin} />
        ))}
      </tbody>
    </table>
  );
}
