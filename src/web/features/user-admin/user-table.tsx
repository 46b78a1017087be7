import type { UserRow } from '#contract/administration/users';
import type { Tier } from '#domain/tiers';
import { m } from '#web/lib/messages.ts';
import { ListTable } from '#web/ui/layout/list-table.tsx';
import classes from './user-list.module.css';
import { UserTableRow } from './user-table-row.tsx';

interface UserTableProps {
  users: readonly UserRow[];
  busy: boolean;
  /** What is shown is still the page before. */
  stale: boolean;
  onTier: (id: string, tier: Tier) => Promise<void>;
  onAdmin: (user: UserRow) => void;
}

/** The accounts as a table; on a small screen each row becomes a card. */
export function UserTable({ busy, onAdmin, onTier, stale, users }: UserTableProps) {
  return (
    <ListTable
      caption={m.users_title()}
      columns={[
        m.users_column_user(),
        m.users_column_tier(),
        m.users_column_role(),
        m.users_column_state(),
        m.users_column_created(),
        { label: m.users_column_actions(), className: classes.actions },
      ]}
      stale={stale}
    >
      {users.map((user) => (
        <UserTableRow key={user.id} user={user} busy={busy} onTier={onTier} onAdmin={onAdmin} />
      ))}
    </ListTable>
  );
}
