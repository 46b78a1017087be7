import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { HOLDING_TEXTS, names } from './media-sql.ts';

test('every text that may name a file is found by an index, and no index is left over', async ({ db }) => {
  await db.transaction(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    // In empty tables any other index is as good.
    const { rows: others } = await sql<{ name: string }>`
      select i.indexrelid::regclass::text as name from pg_index i
      where i.indrelid = any(${HOLDING_TEXTS.map(([table]) => table)}::text[]::regclass[])
        and pg_get_indexdef(i.indexrelid) not like '%media_ids(%'
        and not exists (select from pg_constraint where conindid = i.indexrelid)`.execute(trx);
    for (const { name } of others) await sql`drop index ${sql.ref(name)}`.execute(trx);
    for (const [table, column] of HOLDING_TEXTS) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select from ${sql.table(table)} where ${names(column, sql`${'a'}::text`)}`.execute(trx);
      const plan = rows.map((row) => row['QUERY PLAN']).join(' ');
      expect(plan, `${table}.${column}`).toContain(`${table}_${column}_media_idx`);
      expect(plan, `${table}.${column}`).toContain('Index Cond: (media_ids(');
    }
  });
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indisvalid and pg_get_indexdef(c.oid) like '%media_ids(%' order by 1`.execute(db.kysely);
  expect(rows.map(({ name }) => name).sort()).toEqual(
    HOLDING_TEXTS.map(([table, column]) => `${table}_${column}_media_idx`).sort(),
  );
});
