import { expect } from 'vitest';
import type { Db } from '#server/db/client';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { resetFutureTimes } from './reset-future-times.ts';

const HOUR = 3600;
/** Each time that something waits for: the columns by which it counts, and the farthest that the code itself puts it. */
const TIMES = [
  ['mail_outbox', 'next_attempt_at', {}, 60],
  ['mail_outbox', 'next_attempt_at', { attempts: '1' }, 180],
  ['mail_outbox', 'next_attempt_at', { attempts: '8' }, 4 * HOUR],
  ['billing_inbox', 'next_at', {}, 4 * HOUR],
  ['billing_commands', 'due_at', {}, 600],
  ['billing_requests', 'leased_until', { state: "'accepted'" }, HOUR],
  ['exports', 'leased_until', { state: "'writing'", attempts: '1' }, 120],
  ['exports', 'leased_until', { state: "'waiting'", attempts: '9' }, 4 * HOUR],
  ['video_jobs', 'leased_until', { state: "'making'", attempts: '1' }, 120],
  ['lab_runs', 'leased_until', { state: "'running'" }, 60],
  ['folder_imports', 'touched_at', { state: "'importing'" }, 0],
  ['notice_events', 'retry_at', { failures: '3' }, 240],
  ['notification_settings', 'digest_retry_at', { digest: 'true', digest_failures: '1' }, 60],
  ['notification_settings', 'digested_at', { digest: 'true' }, 0],
  ['alert_posts', 'next_attempt_at', {}, HOUR],
  ['files_to_remove', 'retry_at', {}, HOUR],
  ['server_processes', 'seen_at', {}, 0],
] as const;

/** What the other columns of a row hold that a table asks for. */
const ANYTHING: Readonly<Record<string, string>> = {
  bool: 'false',
  int4: '1',
  json: "'{}'",
  jsonb: "'{}'",
  text: 'gen_random_uuid()::text',
  timestamptz: 'now()',
  uuid: 'gen_random_uuid()',
};

async function insertRow(
  { pool }: Db,
  table: string,
  given: Readonly<Record<string, string>>,
): Promise<void> {
  const { rows: checks } = await pool.query<{ name: string }>(
    "select conname as name from pg_constraint where contype = 'c' and conrelid = $1::regclass",
    [table],
  );
  const { rows: columns } = await pool.query<{ name: string; type: string }>(
    `select column_name as name, udt_name as type from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_nullable = 'NO' and column_default is null`,
    [table],
  );
  const filled = columns.map(({ name, type }) => [name, ANYTHING[type] ?? 'null']);
  const values: Record<string, string> = { ...Object.fromEntries(filled), ...given };
  await pool.query(`begin;
    set local session_replication_role = replica;
    ${checks.map(({ name }) => `alter table ${table} drop constraint ${name};`).join('\n')}
    insert into ${table} (${Object.keys(values).join()}) values (${Object.values(values).join()});
    commit`);
}

test.for(TIMES)('%s.%s %j: a time that only a wrong clock sets is brought back', async (time, { ownDb }) => {
  const [table, column, given, farthest] = time;
  const { logged, services } = await openSchool(ownDb);
  const school = { ...services, clock: { now: () => new Date() } };
  const inSeconds = (seconds: number) => `now() + interval '${seconds} s'`;
  await insertRow(ownDb, table, { ...given, [column]: inSeconds(farthest) });
  expect(await resetFutureTimes(school)).toBe(0);
  await ownDb.pool.query(`update ${table} set ${column} = now() + interval '3 days'`);
  expect(await resetFutureTimes(school)).toBe(1);
  const { rows } = await ownDb.pool.query(`select ${column} <= ${inSeconds(HOUR)} as "isNear" from ${table}`);
  expect(rows).toEqual([{ isNear: true }]);
  expect(logged).toContainEqual(expect.objectContaining({ table, column, count: 1 }));
});
