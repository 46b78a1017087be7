import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, vi } from 'vitest';
import { takeExport } from '#server/areas/admin/exports/exports-sql';
import { makeNextRenditions } from '#server/areas/media/renditions/make-next-renditions';
import { takeVideo } from '#server/areas/media/renditions/renditions-sql';
import type { Db } from '#server/db/client';
import { newHolder, PROCESS_LOCK, PROCESS_NUMBER } from '#server/db/presence';
import { createLog } from '#server/platform/log';
import { ffmpegEncoder } from '#server/platform/video/ffmpeg-encoder';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { takeLease } from '../chore-lease.ts';
import { releaseTurnsOf } from './turns-sql.ts';
import { watchTurns } from './watch-turns.ts';

const [GONE, THERE] = [4711, 4712];
const holderOf = (number: number) => number.toString(16).padStart(8, '0') + newHolder().slice(8);
const EVERY_WEEK = 7 * 24 * 3_600_000;

/** Says that these processes are there. */
async function bePresent(db: Db, numbers: readonly number[]): Promise<void> {
  const client = new pg.Client({ ...inject('database'), database: db.pool.options.database });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  for (const number of numbers)
    await client.query('select pg_advisory_lock_shared($1, $2)', [PROCESS_LOCK, number]);
}

/** A chore, an export, and a video that one process has in hand. */
async function hold(db: Db, name: string, holder: string): Promise<void> {
  await takeLease(db, { name, holder, everyMs: EVERY_WEEK });
  await sql`with u as (insert into users (name, email) values (${name}, ${`${name}@school.test`}) returning id)
    insert into exports (user_id, request, total, state, attempts, holder, leased_until, created_at)
    select id, '{"kind": "users"}', 1, 'writing', 1, ${holder}, now() + interval '2 minutes', now() from u`.execute(
    db.kysely,
  );
  await sql`with m as (insert into media (kind, mime, bytes, sha256, name, ending, source_sha256, blocks)
      values ('content', 'video/mp4', 1, ${name}, ${name}, 'mp4', ${name}, '[]') returning id)
    insert into video_jobs (media_id, state, attempts, holder, leased_until)
    select id, 'making', 1, ${holder}, now() + interval '2 minutes' from m`.execute(db.kysely);
}

/** What nobody has in hand any more. */
async function freed(db: Db): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'chore ' || name as what from chore_runs where leased_until <= now() and asked_at > last_started_at
    union all select 'export ' || u.name from exports e join users u on u.id = e.user_id where leased_until is null
    union all select 'video ' || m.name from video_jobs j join media m on m.id = j.media_id where leased_until is null
    order by what`.execute(db.kysely);
  return rows.map(({ what }) => what);
}

test('chores, exports, and videos of a process that is gone are free within five seconds, and no others', async ({
  ownDb,
}) => {
  await bePresent(ownDb, [PROCESS_NUMBER, THERE]);
  await hold(ownDb, 'gone', holderOf(GONE));
  await hold(ownDb, 'there', holderOf(THERE));
  await hold(ownDb, 'ours', newHolder());
  // As releases wrote it that said nothing of the process.
  await hold(ownDb, 'old', '00001267-0000-4000-8000-000000000000');
  const began = performance.now();
  const watching = watchTurns({ db: ownDb, log: createLog('silent') });
  onTestFinished(() => watching.stop());
  await vi.waitFor(async () => expect(await freed(ownDb)).not.toEqual([]), { timeout: 5000, interval: 50 });
  // One that lost its connection had the time to come back.
  expect(performance.now() - began).toBeGreaterThan(3400);
  expect(await freed(ownDb)).toEqual(['chore gone', 'export gone', 'video gone']);
  // However seldom it is due.
  expect(await takeLease(ownDb, { name: 'gone', holder: newHolder(), everyMs: EVERY_WEEK })).toBe(true);
});

test('a chore that kills whoever does it waits until it is due after the third time', async ({ ownDb }) => {
  await bePresent(ownDb, [PROCESS_NUMBER]);
  const take = () => takeLease(ownDb, { name: 'deadly', holder: holderOf(GONE), everyMs: EVERY_WEEK });
  const taken: boolean[] = [];
  for (let time = 0; time < 4; time += 1) {
    taken.push(await take());
    await ownDb.transaction((trx) => releaseTurnsOf(trx, [GONE]));
  }
  expect(taken).toEqual([true, true, true, false]);
});

test('a video whose last attempt died has failed, and is not being made for ever', async ({ ownDb }) => {
  await bePresent(ownDb, [PROCESS_NUMBER]);
  await hold(ownDb, 'deadly', holderOf(GONE));
  await ownDb.pool.query('update video_jobs set attempts = 3');
  await ownDb.transaction((trx) => releaseTurnsOf(trx, [GONE]));
  const { services } = await openVerbs(ownDb);
  const encoder = ffmpegEncoder('none', { probeMs: 1, encodeMs: 1, silentMs: 1 });
  const turn = { encoder, holder: newHolder(), signal: new AbortController().signal };
  expect(await makeNextRenditions(services, turn)).toBe(false);
  const { rows } = await ownDb.pool.query('select state, fault, leased_until from video_jobs');
  expect(rows).toEqual([{ state: 'failed', fault: 'failed', leased_until: null }]);
});

test('an export and a video whose second attempt died wait before the last one', async ({ ownDb }) => {
  await bePresent(ownDb, [PROCESS_NUMBER]);
  await hold(ownDb, 'deadly', holderOf(GONE));
  await ownDb.pool.query('update video_jobs set attempts = 2');
  await ownDb.pool.query('update exports set attempts = 2');
  await ownDb.transaction((trx) => releaseTurnsOf(trx, [GONE]));
  const turn = { holder: newHolder(), until: new Date(Date.now() + 600_000) };
  const takeAt = (seconds: number) =>
    ownDb.transaction(async (trx) => {
      const now = new Date(Date.now() + seconds * 1000);
      const taken = [await takeExport(trx, { ...turn, now }), await takeVideo(trx, { ...turn, now })];
      return taken.map((job) => job?.attempts);
    });
  expect(await takeAt(60)).toEqual([undefined, undefined]);
  const { rows } = await ownDb.pool.query(
    'select state, holder from exports union all select state, holder from video_jobs',
  );
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ state: 'waiting', holder: null })));
  expect(await takeAt(130)).toEqual([3, 3]);
});
