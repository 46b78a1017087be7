import type { UserFilters, UserPage } from '#contract/administration/users';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { fromUserCursor, toUserCursor } from '#server/cursor';
import type { Caller, Services } from '#server/services';
import { countUsers, selectUsers, toUserRow } from './user-sql.ts';

const PAGE_SIZE = 50;

interface Query extends UserFilters {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly page: 'first' | 'last';
}

/** A page of all accounts, in two statements whatever their number. Fails with BAD_INPUT for a foreign cursor. */
export async function listUsers(
  { db }: Services,
  { viewer }: Caller,
  { after, before, page, ...filters }: Query,
): Promise<UserPage> {
  authorise(canAdminister(viewer));
  const { sort } = filters;
  const [start, end] = [after, before].map((text) => (text ? fromUserCursor(sort, text) : null));
  const backwards = !start && (end !== null || page === 'last');
  const counted = await countUsers(db.kysely, filters);
  const from = start ?? end ?? null;
  const read = await selectUsers(db.kysely, {
    filters,
    from,
    backwards,
    ids: counted.ids,
    limit: PAGE_SIZE + 1,
  });
  const hasMore = read.length > PAGE_SIZE;
  const rows = hasMore ? (backwards ? read.slice(1) : read.slice(0, PAGE_SIZE)) : read;
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    items: rows.map(toUserRow),
    previous: first && (backwards ? hasMore : start) ? toUserCursor(sort, first) : null,
    next: last && (backwards ? end : hasMore) ? toUserCursor(sort, last) : null,
    count: toCount(counted, isUnfiltered(filters)),
  };
}

function isUnfiltered({ q, role, tier }: UserFilters): boolean {
  return q === '' && role === undefined && tier === undefined;
}

function toCount(
  { estimate, found, isAll }: Awaited<ReturnType<typeof countUsers>>,
  isWhole: boolean,
): UserPage['count'] {
  if (isAll) return { value: found, precision: 'exact' };
  if (!isWhole || estimate <= found) return { value: found, precision: 'at-least' };
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(estimate)) - 2);
  return { value: Math.round(estimate / digits) * digits, precision: 'about' };
}
