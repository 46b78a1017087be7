import type { UserFilters } from '#contract/administration/users';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { setCsvHeaders, streamCsv } from '#server/csv/stream-csv';
import type { UserCursor } from '#server/cursor';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { countUsers, selectUserLines, stateOf, type UserLine } from './user-sql.ts';

const BATCH = 2500;
const COLUMNS = ['id', 'name', 'email', 'tier', 'role', 'state', 'created_at'];

/** All accounts that match as a CSV file, read by pages of its own so that no connection is held. Audited. */
export async function exportUsers(
  { clock, db }: Services,
  caller: Caller,
  filters: UserFilters,
  { resHeaders }: { resHeaders: Headers },
): Promise<ReadableStream<Uint8Array>> {
  authorise(canAdminister(caller.viewer));
  await db.transaction((trx) =>
    recordAudit(trx, caller, { action: 'user.export', entity: 'user', after: { filters } }),
  );
  setCsvHeaders(resHeaders, 'users', clock.now());
  return streamCsv(COLUMNS, pages(db, filters));
}

async function* pages(db: Services['db'], filters: UserFilters) {
  const { ids } = await countUsers(db.kysely, filters);
  for (let from: UserCursor | null | undefined = null; from !== undefined; ) {
    const rows = await selectUserLines(db.kysely, { filters, from, ids, limit: BATCH });
    yield toLines(rows);
    const last: UserLine | undefined = rows.length === BATCH ? rows.at(-1) : undefined;
    from = last && { key: last.key ?? last.created_at, id: last.id };
  }
}

function* toLines(rows: readonly UserLine[]) {
  for (const row of rows)
    yield {
      id: row.id,
      name: row.username,
      email: row.email,
      tier: row.subscription_tier,
      role: row.is_admin ? 'admin' : 'user',
      state: stateOf(row),
      created_at: new Date(row.created_at).toISOString(),
    };
}
