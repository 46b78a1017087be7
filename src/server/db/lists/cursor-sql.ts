import { type RawBuilder, sql } from 'kysely';
import type { Cursor } from '#server/cursor';

/**
 * Whether a row comes after the page before, in a list with the newest first. Left out on the first page, so that an index
 * leads to the row where a later page begins.
 */
export function isOlder(
  end: Cursor | null,
  at: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (end === null) return sql`true`;
  return sql`(${at}, ${id}) < (${end.at}::timestamptz, ${end.id}::uuid)`;
}
