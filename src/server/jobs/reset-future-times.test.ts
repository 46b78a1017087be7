import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#server/db/client';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { resetFutureTimes } from './reset-future-times.ts';

const HOUR = 3600;
/** Each time that something waits for: the columns by which it counts, and the farthest that the code itself puts it. */
const TIMES = [
  ['mail_outbox', 'next_attempt_at', {}, 60],
  ['mail_outbox', 'next_attempt_at', { attempts: 1 }, 180],
  ['mail_outbox', 'next_attempt_at', { attempts: 8 }, 4 * HOUR],
  ['billing_inbox', 'next_at', {}, 4 * HOUR],
  ['billing_commands', 'due_at', {}, 600],
  ['billing_requests', 'leased_until', { state: 'accepted' }, HOUR],
  ['exports', 'leased_until', { state: 'writing', attempts: 1 }, 120],
  ['exports', 'leased_until', { state: 'waiting', attempts: 9 }, 4 * HOUR],
  ['video_jobs', 'leased_until', { state: 'making', attempts: 1 }, 120],
  ['lab_runs', 'leased_until', { state: 'running' }, 60],
  ['folder_imports', 'touched_at', { state: 'importing' }, 0],
  ['notice_events', 'retry_at', { failures: 3 }, 240],
  ['notification_settings', 'digest_retry_at', { digest: true, digest_failures: 1 }, 60],
  ['notification_settings', 'digested_at', { digest: true }, 0],
  ['alert_posts', 'next_attempt_at', {}, HOUR],
  ['files_to_remove', 'retry_at', {}, HOUR],
  ['server_processes', 'seen_at', {}, 0],
  ['health_alerts', 'first_seen_at', {}, 0],
  ['health_alerts', 'last_seen_at', {}, 0],
  ['health_alerts', 'raised_at', {}, 0],
  ['health_alerts', 'raised_at', { ended_at: new Date() }, 0],
  ['health_alerts', 'over_at', { ended_at: new Date() }, 0],
  ['sign_in_failures', 'locked_until', {}, HOUR],
  ['two_factor', 'locked_until', {}, 24 * HOUR],
] as const;

/** What the other columns of a row hold that a table asks for. */
const ANYTHING: Readonly<Record<string, () => unknown>> = {
  bool: () => false,
  int4: () => 1,
  json: () => '{}',
  jsonb: () => '{}',
  text: randomUUID,
  timestamptz: () => new Date(),
  uuid: randomUUID,
};

/** A row with these values, whatever its table would check. */
async function insertRow(db: Db, table: string, given: Readonly<Record<string, unknown>>): Promise<void> {
  await db.transaction(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    const { rows: checks } = await sql<{ name: string }>`
      select conname as name from pg_constraint where contype = 'c' and conrelid = ${table}::regclass`.execute(
      trx,
    );
    for (const { name } of checks)
      await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(trx);
    const { rows: columns } = await sql<{ name: string; type: string }>`
      select column_name as name, udt_name as type from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO' and column_default is null`.execute(
      trx,
    );
    const filled = Object.fromEntries(columns.map(({ name, type }) => [name, ANYTHING[type]?.()]));
    const values = Object.entries({ ...filled, ...given });
    await sql`insert into ${sql.table(table)} (${sql.join(values.map(([name]) => sql.ref(name)))})
      values (${sql.join(values.map(([, value]) => value))})`.execute(trx);
  });
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

test.for(TIMES)('%s.%s %j: a time that only a wrong clock sets is brought back', async (time, { ownDb }) => {
  const [table, column, given, farthest] = time;
  const { logged, services } = await openSchool(ownDb);
  const school = { ...services, clock: { now: () => new Date() } };
  await insertRow(ownDb, table, { ...given, [column]: inSeconds(farthest) });
  expect(await resetFutureTimes(school)).toBe(0);
  const [rows, at] = [sql.table(table), sql.ref(column)];
  await sql`update ${rows} set ${at} = ${inSeconds(3 * 24 * HOUR)}`.execute(ownDb.kysely);
  expect(await resetFutureTimes(school)).toBe(1);
  const near = await sql`select from ${rows} where ${at} <= ${inSeconds(HOUR)}`.execute(ownDb.kysely);
  expect(near.rows).toHaveLength(1);
  expect(logged).toContainEqual(expect.objectContaining({ table, column, count: 1 }));
});
