import type { UserRow } from '#contract/administration/users';
import { m } from '#web/lib/messages.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';

interface AskAdminProps {
  user: UserRow | null;
  onClose: () => void;
  onConfirm: (user: UserRow) => Promise<void>;
}

/** Asks before the rights over the whole school change hands. */
export function AskAdmin({ onClose, onConfirm, user }: AskAdminProps) {
  const isAdmin = user?.role === 'admin';
  const name = user?.name ?? '';
  return (
    <ConfirmDialog
      open={user !== null}
      title={isAdmin ? m.users_revoke_title({ name }) : m.users_grant_title({ name })}
      text={isAdmin ? m.users_revoke_text() : m.users_grant_text({ name })}
      confirm={isAdmin ? m.users_revoke() : m.users_grant()}
      onCancel={onClose}
      onConfirm={() => user && onConfirm(user)}
    />
  );
}
