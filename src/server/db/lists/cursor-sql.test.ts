import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { isOlder } from './cursor-sql.ts';

test('a later page begins where the one before ended, also in a plan that is made for every page', async ({
  db,
}) => {
  const end = { at: '2026-11-29 00:00:00+00', id: '00000000-0000-4000-8000-000000000000' };
  const plan = async (condition: ReturnType<typeof isOlder>) => {
    const page = sql`select id from mail_suppressions where ${condition} order by reported_at desc, id desc limit 31`;
    const { sql: text } = page.compile(db.kysely);
    const { rows } = await db.pool.query(`explain (generic_plan) ${text}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const at = sql`reported_at`;
  const id = sql`id`;
  await db.pool.query('set enable_seqscan = off');
  expect(await plan(isOlder(end, at, id))).toMatch(/Index Cond: \(ROW\(reported_at, id\) </);
  expect(await plan(isOlder(null, at, id))).not.toContain('Filter');
});
