import { useId, useState } from 'react';
import type { AuditEntry } from '#contract/administration/audit';
import { formatTime } from '#web/lib/format.ts';
import { m } from '#web/lib/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { actionWord } from './action-words.ts';
import { actorWord } from './actor-words.ts';
import classes from './audit-list.module.css';
import { EntryChanges } from './entry-changes.tsx';

interface AuditTableProps {
  entries: readonly AuditEntry[];
  /** What is shown is still the page before. */
  stale: boolean;
}

/** The entries as a table; on a small screen each becomes a card. */
export function AuditTable({ entries, stale }: AuditTableProps) {
  return (
    <table className={classes.table} data-stale={stale || undefined}>
      <caption className="sr-only">{m.audit_title()}</caption>
      <thead>
        <tr>
          <th scope="col">{m.audit_column_at()}</th>
          <th scope="col">{m.audit_column_who()}</th>
          <th scope="col">{m.audit_column_what()}</th>
          <th scope="col">{m.audit_column_which()}</th>
          <th scope="col">{m.audit_column_from()}</th>
          <th scope="col" className={classes.actions}>
            {m.audit_column_changes()}
          </th>
        </tr>
      </thead>
      {entries.map((entry) => (
        <EntryRows key={entry.id} entry={entry} />
      ))}
    </table>
  );
}

function EntryRows({ entry }: { entry: AuditEntry }) {
  const { action, actor, at, before, after, ipAddress, isLong, key, onBehalfOf } = entry;
  const id = useId();
  const [open, setOpen] = useState(false);
  const hasValues = isLong || before !== null || after !== null;
  const time = formatTime(at);
  return (
    <tbody>
      <tr>
        <td className={classes.at}>
          <time dateTime={at} title={at}>
            {time}
          </time>
        </td>
        <td>
          <span className={classes.who}>{actorWord(actor)}</span>
          {actor.email && <span className={classes.email}>{actor.email}</span>}
          {key && (
            <span className={classes.email}>
              {key.name === null ? m.audit_by_old_key() : m.audit_by_key({ name: key.name })}
            </span>
          )}
          {onBehalfOf && (
            <span className={classes.email}>
              {m.audit_on_behalf_of({ name: onBehalfOf.name ?? m.audit_gone() })}
            </span>
          )}
        </td>
        <th scope="row">
          <span className={classes.did}>{actionWord(action)}</span>
          <code className={classes.code}>{action}</code>
        </th>
        <td>
          <Subject entry={entry} />
        </td>
        <td className={classes.address}>{ipAddress}</td>
        <td className={classes.actions}>
          {hasValues && (
            <Button
              variant="secondary"
              size="sm"
              aria-expanded={open}
              aria-controls={id}
              aria-label={m.audit_show_named({ action: actionWord(action), time })}
              onClick={() => setOpen(!open)}
            >
              {m.audit_show()}
            </Button>
          )}
        </td>
      </tr>
      {open && (
        <tr id={id} className={classes.opened}>
          <td colSpan={6}>
            <EntryChanges entry={entry} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** What it was done to, with the way to it where there is one. */
function Subject({ entry: { entity, entityId, entityName } }: { entry: AuditEntry }) {
  const kind = m.audit_entity_kind({ kind: entity });
  const words = entityName ?? entityId;
  return (
    <>
      <span className={classes.kind}>{kind}</span>
      {entity === 'user' && entityId && entityName ? (
        <TextLink to="/admin/users/$id" params={{ id: entityId }} quiet>
          {entityName}
        </TextLink>
      ) : entity === 'course' && entityId && entityName ? (
        <TextLink to="/admin/courses/$id" params={{ id: entityId }} quiet>
          {entityName}
        </TextLink>
      ) : (
        words && <span className={entityName ? undefined : classes.id}>{words}</span>
      )}
    </>
  );
}
