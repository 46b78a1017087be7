import type { UserFilters, UserPage } from '#contract/administration/users';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { cutPage, fromUserCursor, toStretch, toUserCursor } from '#server/cursor';
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
  const stretch = toStretch({ after, before, page }, (text) => fromUserCursor(sort, text));
  const { backwards, from } = stretch;
  const { count, found, isAll } = await countUsers(db.kysely, filters);
  const limit = PAGE_SIZE + 1;
  const read = await selectUsers(db.kysely, { filters, from, found, backwards, limit });
  const { rows, ...neighbors } = cutPage(read, {
    size: PAGE_SIZE,
    toText: (row) => toUserCursor(sort, row),
    stretch,
  });
  const precision = isAll ? ('exact' as const) : ('at-least' as const);
  return { items: rows.map(toUserRow), ...neighbors, count: { value: count, precision } };
}
