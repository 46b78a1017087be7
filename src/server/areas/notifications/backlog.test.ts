import { expect, inject, vi } from 'vitest';
import { type Db, openDatabase } from '#server/db/client';
import { createLog } from '#server/platform/log';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { deliverNotices } from './deliver-notices.ts';
import { sendDigests } from './send-digests.ts';

/** So many people, each with a notice of that name: one that waits for the daily mail, or one that was announced. */
async function addPeople({ pool }: Db, count: number, wave: string): Promise<void> {
  await pool.query(
    `with added as (
      insert into users (name, email, email_verified)
      select 'Ada', $1 || $2 || '-' || n || '@school.test', true from generate_series(1, $2::int) n returning id
    ), settings as (
      insert into notification_settings (user_id, digest) select id, true from added
    ), events as (
      insert into notice_events (event_key, kind, user_id, link, delivered_at, in_app_only)
      select $1 || id, 'certificate-issued', id, '/certificates', case when $1 = 'digest' then now() end, true from added
      returning id, user_id
    )
    insert into notifications (user_id, event_id, kind, props, link, in_app, digest_due)
    select user_id, id, 'certificate-issued', '{"title": "One"}', '/certificates', true, true from events where $1 = 'digest'`,
    [wave, count],
  );
  await pool.query('analyze');
}

/** How many rows of a table `work` reads, on connections of its own, which tell at their end. */
async function rowsRead(
  { pool }: Db,
  { table, work }: { table: string; work: (db: Db) => Promise<unknown> },
): Promise<number> {
  const askNumber = async (statement: string, ...parameters: string[]) =>
    Number((await pool.query<{ number: string }>(statement, parameters)).rows[0]?.number);
  const readSoFar = () =>
    askNumber(
      'select seq_tup_read + idx_tup_fetch as number from pg_stat_user_tables where relname = $1',
      table,
    );
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const connection = {
    ...inject('database'),
    database: rows[0]?.name,
    application_name: 'counted',
    // A table of a few hundred rows is read as one of a million is.
    options: '-c enable_seqscan=off',
  };
  const before = await readSoFar();
  const db = openDatabase({ connection, log: createLog('silent') });
  await work(db);
  await db.close();
  await vi.waitFor(
    async () =>
      expect(
        await askNumber(
          "select count(*) as number from pg_stat_activity where application_name = 'counted' and datname = current_database()",
        ),
      ).toBe(0),
    { timeout: 10_000 },
  );
  return (await readSoFar()) - before;
}

test.for([
  ['digest', 'notification_settings', sendDigests],
  ['notice', 'notice_events', deliverNotices],
] as const)('how much a %s reads does not grow with how many wait', async ([wave, table, run], { ownDb }) => {
  const { services } = await openVerbs(ownDb);
  const perPerson = async (count: number) => {
    await addPeople(ownDb, count, wave);
    const read = await rowsRead(ownDb, {
      table,
      work: async (db) => expect(await run({ ...services, db })).toBe(count),
    });
    return read / count;
  };
  const few = await perPerson(20);
  expect(await perPerson(200)).toBeLessThan(few + 5);
});
