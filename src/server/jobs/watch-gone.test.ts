import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, vi } from 'vitest';
import type { Db } from '#server/db/client';
import { newHolder, PROCESS_LOCK, PROCESS_NUMBER } from '#server/db/presence';
import { createLog } from '#server/platform/log';
import { test } from '#tests/kit/database';
import { releaseClaimsOf, selectAbsentHolders } from './mail-sql.ts';
import { watchGone } from './watch-gone.ts';

const [GONE, THERE] = [4711, 4712];
const claimOf = (number: number) => number.toString(16).padStart(8, '0') + newHolder().slice(8);
/** As releases made them that said nothing of the process. */
const OLD_CLAIM = '00001267-0000-4000-8000-000000000000';

/** Says that a process is there, until it is told to be gone. */
async function bePresent(db: Db, number: number): Promise<pg.Client> {
  const client = new pg.Client({ ...inject('database'), database: db.pool.options.database });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('select pg_advisory_lock_shared($1, $2)', [PROCESS_LOCK, number]);
  return client;
}

/** As whoever looks in earnest is. */
async function beHere(db: Db): Promise<void> {
  const here = await bePresent(db, PROCESS_NUMBER);
  onTestFinished(() => here.end());
}

async function hold(db: Db, eventKey: string, claim: string | null, waits: string): Promise<void> {
  await sql`insert into mail_outbox (event_key, template, priority, recipient, props, attempts, claim, next_attempt_at)
    values (${eventKey}, 'sign-in-code', 0, 'ada@school.test', '{}', 1, ${claim}, now() + ${waits}::interval)`.execute(
    db.kysely,
  );
}

const watchMails = (db: Db, onFreed: () => void) =>
  watchGone({
    selectAbsent: () => selectAbsentHolders(db),
    release: async (holders) => (await releaseClaimsOf(db.kysely, holders)).length,
    onFreed,
    log: createLog('silent'),
  });

async function dueOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ event_key: string }>`select event_key from mail_outbox
    where next_attempt_at <= now() and claim is null and taken_over = 1 order by event_key`.execute(
    db.kysely,
  );
  return rows.map((row) => row.event_key);
}

test('what a process had in hand is due within five seconds once it is gone, and nothing else', async ({
  ownDb,
}) => {
  await beHere(ownDb);
  const there = await bePresent(ownDb, THERE);
  await hold(ownDb, 'gone', claimOf(GONE), '170 seconds');
  await hold(ownDb, 'there', claimOf(THERE), '170 seconds');
  await hold(ownDb, 'ours', newHolder(), '170 seconds');
  await hold(ownDb, 'old', OLD_CLAIM, '170 seconds');
  await hold(ownDb, 'refused', null, '170 seconds');
  const freed = vi.fn();
  const began = performance.now();
  const watching = watchMails(ownDb, freed);
  onTestFinished(() => watching.stop());
  await vi.waitFor(() => expect(freed).toHaveBeenCalledOnce(), { timeout: 5000, interval: 20 });
  // One that lost its connection had the time to come back.
  expect(performance.now() - began).toBeGreaterThan(3400);
  expect(await dueOf(ownDb)).toEqual(['gone']);
  await there.end();
  await vi.waitFor(async () => expect(await dueOf(ownDb)).toEqual(['gone', 'there']), {
    timeout: 5000,
    interval: 20,
  });
});

test('who is not there themselves frees nothing: perhaps all have lost the connection that says so', async ({
  ownDb,
}) => {
  await hold(ownDb, 'gone', claimOf(GONE), '170 seconds');
  expect(await selectAbsentHolders(ownDb)).toEqual([]);
  expect(await releaseClaimsOf(ownDb.kysely, [GONE])).toHaveLength(0);
  await beHere(ownDb);
  expect(await selectAbsentHolders(ownDb)).toEqual([GONE]);
  expect(await releaseClaimsOf(ownDb.kysely, [GONE])).toHaveLength(1);
});

test('a mail that kills whoever sends it waits longer each time and is given up in the end, others are not', async ({
  ownDb,
}) => {
  await beHere(ownDb);
  for (const lost of [0, 1, 2, 10, 19, 20]) {
    await hold(ownDb, `lost:${lost}`, claimOf(GONE), '170 seconds');
    await sql`update mail_outbox set taken_over = ${lost} where event_key = ${`lost:${lost}`}`.execute(
      ownDb.kysely,
    );
  }
  await sql`update mail_outbox set props = '{"code":"123456"}'`.execute(ownDb.kysely);
  expect(await releaseClaimsOf(ownDb.kysely, [GONE])).toHaveLength(6);
  const { rows } = await sql<{
    attempts: number;
    lost: number;
    waits: number;
    failed: boolean;
    props: object;
  }>`
    select attempts, taken_over as lost, extract(epoch from next_attempt_at - now())::float as waits, failed_at is not null as failed, props
    from mail_outbox order by taken_over`.execute(ownDb.kysely);
  // That a process was gone is no attempt to deliver.
  const kept = { attempts: 0, failed: false, props: { code: '123456' } };
  expect(rows).toMatchObject([kept, kept, kept, kept, kept, { failed: true, props: {} }]);
  const waits = new Map(rows.map((row) => [row.lost, row.waits]));
  for (const lost of [1, 2]) expect(waits.get(lost)).toBeLessThanOrEqual(0);
  expect(waits.get(3)).toBeGreaterThan(5);
  expect(waits.get(3)).toBeLessThanOrEqual(30);
  for (const lost of [11, 20]) expect(waits.get(lost)).toBeGreaterThan(80);
});

test('a process that loses its connection for a moment keeps what it has in hand', async ({ ownDb }) => {
  await beHere(ownDb);
  await hold(ownDb, 'there', claimOf(THERE), '170 seconds');
  const watching = watchMails(ownDb, () => undefined);
  onTestFinished(() => watching.stop());
  for (let time = 0; time < 3; time += 1) {
    // As long as an attempt to connect may hang, and the longest delay before the next one.
    await wait(3000);
    const back = await bePresent(ownDb, THERE);
    await wait(1000);
    await back.end();
  }
  expect(await dueOf(ownDb)).toEqual([]);
});

test('a look that fails for good is in the log, one while the database is away is not', async () => {
  const log = { ...createLog('silent'), warn: vi.fn() };
  const errors = [Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }), new Error('no such column')];
  const watching = watchGone({
    selectAbsent: () => Promise.reject(errors.shift() ?? new Error('the end')),
    release: async () => 0,
    onFreed: () => undefined,
    log,
  });
  onTestFinished(() => watching.stop());
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalled(), { timeout: 3000 });
  expect(log.warn.mock.calls[0]?.[0]).toEqual({ error: 'Error: no such column' });
});
