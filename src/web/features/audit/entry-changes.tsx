import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '#contract/administration/audit';
import { compareValues } from '#domain/audit/compare-values';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import classes from './entry-changes.module.css';
import { auditEntryQuery } from './queries.ts';

const SCROLLS_FROM = 300;

/** What an entry changed, value by value. Long values are fetched when they are looked at. */
export function EntryChanges({ entry }: { entry: AuditEntry }) {
  const { data, error } = useQuery({ ...auditEntryQuery(useApi(), entry.id), enabled: entry.isLong });
  const whole = entry.isLong ? data : entry;
  if (error && !whole) return <ErrorState error={error} heading="h2" />;
  if (!whole) return <LoadingState inline />;
  const changes = compareValues(whole.before, whole.after);
  return (
    <>
      {changes.length === 0 ? (
        <p className={classes.request}>{m.audit_no_changes()}</p>
      ) : (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">{m.audit_value()}</th>
              <th scope="col">{m.audit_before()}</th>
              <th scope="col">{m.audit_after()}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ after, before, path }) => (
              <tr key={path}>
                <th scope="row">{path || m.audit_whole()}</th>
                <td>{before === undefined ? <Nothing /> : <del tabIndex={stopAt(before)}>{before}</del>}</td>
                <td>{after === undefined ? <Nothing /> : <ins tabIndex={stopAt(after)}>{after}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {whole.request && <p className={classes.request}>{m.audit_request({ id: whole.request })}</p>}
    </>
  );
}

/** What is so long that it scrolls is reached by keyboard. */
function stopAt(text: string): 0 | undefined {
  return text.length > SCROLLS_FROM || text.split('\n').length > 12 ? 0 : undefined;
}

function Nothing() {
  return <span className={classes.nothing}>{m.audit_nothing()}</span>;
}
