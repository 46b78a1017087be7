import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectAuditKinds } from './audit-sql.ts';

/** What the audit log can be filtered by. */
export async function listAuditKinds(
  { db }: Services,
  { viewer }: Caller,
): Promise<{ actions: string[]; entities: string[] }> {
  authorise(canAdminister(viewer));
  const rows = await selectAuditKinds(db.kysely);
  const named = (wanted: 'action' | 'entity') =>
    rows.filter(({ kind }) => kind === wanted).map(({ name }) => name);
  return { actions: named('action'), entities: named('entity') };
}
