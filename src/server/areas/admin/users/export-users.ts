import type { UserFilters } from '#contract/administration/users';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { recordAudit } from '#server/db/audit';
import type { Caller, Services } from '#server/services';
import { setCsvHeaders, streamCsv } from '#server/stream-csv';
import { countUsers, selectUsers, toUserRow } from './user-sql.ts';

const BATCH = 1000;
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
  for (let from: { key: string; id: string } | null | undefined = null; from !== undefined; ) {
    const rows = await selectUsers(db.kysely, { filters, from, backwards: false, ids, limit: BATCH });
    yield rows.map(toUserRow).map(({ createdAt, email, id, name, role, state, subscriptionTier }) => ({
      id,
      name,
      email,
      tier: subscriptionTier,
      role,
      state,
      created_at: createdAt,
    }));
    from = rows.length === BATCH ? rows.at(-1) : undefined;
  }
}
