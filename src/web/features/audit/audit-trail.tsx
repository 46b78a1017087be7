import { useQuery } from '@tanstack/react-query';
import { m } from '#web/lib/messages.ts';
import { useApi } from '#web/lib/session/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import classes from './audit-list.module.css';
import { AuditTable } from './audit-table.tsx';
import { auditQuery } from './queries.ts';

const SHOWN = 10;

/** The newest of what an account did and what was done to it, with the way to the rest. */
export function AuditTrail({ about }: { about: string }) {
  const { data, error } = useQuery(auditQuery(useApi(), { about }));
  if (error && !data) return <ErrorState error={error} heading="h2" />;
  if (!data) return <LoadingState inline />;
  if (data.items.length === 0) return <p className={classes.about}>{m.audit_trail_none()}</p>;
  return (
    <>
      <AuditTable entries={data.items.slice(0, SHOWN)} stale={false} />
      <p className={classes.more}>
        <TextLink to="/admin/audit" search={{ about }}>
          {m.audit_trail_all()}
        </TextLink>
      </p>
    </>
  );
}
