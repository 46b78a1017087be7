import { useState } from 'react';
import type { KeyRow } from '#contract/accounts/keys';
import type { UserDetail } from '#contract/administration/users';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useAccountActions } from './use-account-actions.ts';
import classes from './user-page.module.css';

/** The API keys of the account: what each opens, and the way to end it. */
export function UserKeys({ user }: { user: UserDetail }) {
  const { busy, revokeKey } = useAccountActions(user);
  const [revoking, setRevoking] = useState<KeyRow | null>(null);
  if (user.keys.length === 0) return <p className={classes.hint}>{m.users_keys_none()}</p>;
  return (
    <>
      <ul className={classes.list}>
        {user.keys.map((key) => (
          <li key={key.id} className={classes.key}>
            <KeyWords row={key} />
            <Button
              variant="secondary"
              size="sm"
              busy={busy}
              aria-label={m.users_key_revoke_named({ name: key.name })}
              onClick={() => setRevoking(key)}
            >
              {m.users_key_revoke()}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={revoking !== null}
        title={m.users_key_revoke_title({ name: revoking?.name ?? '' })}
        text={m.users_key_revoke_text()}
        confirm={m.users_key_revoke()}
        onCancel={() => setRevoking(null)}
        onConfirm={() => {
          setRevoking(null);
          return revoking && revokeKey(revoking);
        }}
      />
    </>
  );
}

function KeyWords({ row }: { row: KeyRow }) {
  const { expiresAt, isExpired, lastUsedAt, lastUsedFrom, name, scopes, start } = row;
  const date = formatDate(expiresAt);
  return (
    <span>
      <span>
        <strong>{name}</strong> <code>{start}…</code>
      </span>
      <span className={classes.hint}>
        {scopes.map((scope) => (
          <code key={scope}>{scope}</code>
        ))}
      </span>
      <span className={classes.hint}>
        {isExpired ? m.users_key_expired({ date }) : m.users_key_expires({ date })} ·{' '}
        {lastUsedAt
          ? m.users_session_used({
              address: lastUsedFrom ?? m.users_session_nowhere(),
              time: formatTime(lastUsedAt),
            })
          : m.users_way_unused()}
      </span>
    </span>
  );
}
