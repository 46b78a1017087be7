import type { KeyRow } from '#contract/accounts/keys';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import classes from './api-keys.module.css';
import { SCOPE_WORDS } from './scope-words.ts';

/** One API key in the list. */
export function KeyItem({ onRevoke, row }: { row: KeyRow; onRevoke: () => void }) {
  const { expiresAt, isExpired, lastUsedAt, lastUsedFrom, name, scopes, start } = row;
  const date = formatDate(expiresAt);
  return (
    <li>
      <div>
        <strong>{name}</strong> <code className={classes.start}>{start}…</code>
        <p>{scopes.map((scope) => SCOPE_WORDS[scope].label()).join(' · ')}</p>
        <p>
          <span className={isExpired ? classes.ended : undefined}>
            {isExpired ? m.keys_expired({ date }) : m.keys_expires({ date })}
          </span>
          {' · '}
          {lastUsedAt
            ? m.keys_used({
                time: formatTime(lastUsedAt),
                address: lastUsedFrom || m.profile_session_nowhere(),
              })
            : m.keys_unused()}
        </p>
      </div>
      <Button variant="quiet" size="sm" onClick={onRevoke} aria-label={m.keys_revoke_named({ name })}>
        {m.keys_revoke()}
      </Button>
    </li>
  );
}
