import { sql } from 'kysely';
import type { Db } from '#server/db/client';
import { listColumns } from '../requests/database-state.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Deletes what an input names, as the school would: comments are marked, the rest is gone. Answers how many things. */
export async function deleteObject(db: Db, input: Readonly<Record<string, unknown>>): Promise<number> {
  const words = Object.values(input)
    .flat()
    .filter((value) => typeof value === 'string');
  const ids = words.filter((word) => UUID.test(word));
  const { rows } = await sql<{ id: string }>`
    select id from courses where slug = any(${words}::text[])`.execute(db.kysely);
  ids.push(...rows.map(({ id }) => id));
  let count = 0;
  for (const table of await tablesWith(db, ids)) {
    if (table === 'categories')
      await sql`delete from course_categories where category_id = any(${ids}::uuid[])`.execute(db.kysely);
    const { numAffectedRows } = await (table === 'comments'
      ? sql`update comments set removed_at = now() where id = any(${ids}::uuid[])`
      : sql`delete from ${sql.table(table)} where id = any(${ids}::uuid[])`
    ).execute(db.kysely);
    count += Number(numAffectedRows ?? 0n);
  }
  return count;
}

/** Tables that have something with one of these ids. */
async function tablesWith(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const columns = await listColumns(db);
  const parts = columns
    .filter(({ name, type }) => name === 'id' && type === 'uuid')
    .map(
      ({ table }) =>
        sql`select ${table}::text as name from ${sql.table(table)} where id = any(${ids}::uuid[])`,
    );
  const { rows } = await sql<{ name: string }>`${sql.join(parts, sql` union `)}`.execute(db.kysely);
  return rows.map(({ name }) => name);
}
