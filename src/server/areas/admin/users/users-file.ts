import type { UserFilters } from '#contract/administration/users';
import type { CsvFile } from '#server/csv/csv-file';
import { isoOfUtc } from '#server/csv/iso-of-utc';
import type { UserCursor } from '#server/cursor';
import type { Services } from '#server/services';
import {
  countUserLines,
  countUsers,
  selectUserIds,
  selectUserLines,
  stateOf,
  type UserLine,
} from './user-sql.ts';

const BATCH = 1500;
const COLUMNS = ['id', 'name', 'email', 'tier', 'role', 'state', 'created_at'];

/**
 * All accounts that match, read by pages of its own so that no connection is held. When an account was created never changes, and
 * leads to the next page. By name or address, which do, the accounts are read first: each stands there once, also when it is
 * renamed meanwhile.
 */
export function usersFile({ db }: Pick<Services, 'db'>, filters: UserFilters): CsvFile {
  return {
    name: 'users',
    columns: COLUMNS,
    count: (limit) => countUserLines(db.kysely, filters, limit),
    pages: () => pages(db, filters),
    audit: { action: 'user.export', entity: 'user', after: { filters } },
  };
}

async function* pages(db: Services['db'], filters: UserFilters) {
  const { found } = await countUsers(db.kysely, filters);
  const known = found?.many.length === 0 ? found.ids : null;
  if (known === null && (filters.sort === 'name' || filters.sort === 'email')) {
    const all = await selectUserIds(db.kysely, filters);
    for (let start = 0; start < all.length; start += BATCH) {
      const ids = all.slice(start, start + BATCH);
      yield toLines(await selectUserLines(db.kysely, { filters, from: null, ids, limit: BATCH }));
    }
    return;
  }
  for (let from: UserCursor | null | undefined = null; from !== undefined; ) {
    const rows = await selectUserLines(db.kysely, { filters, from, ids: known, limit: BATCH });
    yield toLines(rows);
    const last: UserLine | undefined = rows.length === BATCH ? rows.at(-1) : undefined;
    from = last && { key: `${last.created_at}Z`, id: last.id };
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
      created_at: isoOfUtc(row.created_at),
    };
}
