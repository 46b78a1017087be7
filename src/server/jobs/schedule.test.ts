import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Db } from '#server/db/client';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { endLease, extendLease, takeLease } from './chore-lease.ts';
import { type Chore, startSchedule } from './schedule.ts';

/** Waits until something is so; fails when it is not within 5 s. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    expect(tries).toBeLessThan(500);
    await wait(10);
  }
}

const often = { everyMs: 20, scope: 'process' } as const;
const runs = (db: Db) => db.kysely.selectFrom('chore_runs').selectAll().orderBy('name').execute();

/** A chore of the school that counts its runs, and those that overlapped. */
function counting() {
  const seen = { count: 0, overlaps: 0, running: 0 };
  const run = async () => {
    seen.count += 1;
    seen.running += 1;
    if (seen.running > 1) seen.overlaps += 1;
    await wait(50);
    seen.running -= 1;
  };
  return { seen, chore: { name: 'purge trash', everyMs: 20, scope: 'school', run } satisfies Chore };
}

test('a chore does not overlap itself, and a long one holds no other up', async ({ db }) => {
  const { services } = await openSchool(db);
  const { promise, resolve } = Promise.withResolvers<void>();
  const long = vi.fn(() => promise);
  const short = vi.fn(async () => undefined);
  const schedule = startSchedule(services, [
    { ...often, name: 'long', run: long },
    { ...often, name: 'short', run: short },
  ]);
  await until(() => short.mock.calls.length > 5);
  expect(long).toHaveBeenCalledOnce();
  resolve();
  await until(() => long.mock.calls.length > 1);
  await schedule.stop();
});

test('a failure is logged with the name of its chore, and all are done again', async ({ ownDb }) => {
  const { logged, services } = await openSchool(ownDb);
  const fail = vi.fn(() => Promise.reject(new Error('no room')));
  const well = vi.fn(async () => undefined);
  const schedule = startSchedule(services, [
    { name: 'erase accounts', everyMs: 20, scope: 'school', run: fail },
    { ...often, name: 'publish posts', run: well },
  ]);
  await until(() => fail.mock.calls.length > 1 && well.mock.calls.length > 1);
  await schedule.stop();
  expect(logged).toContainEqual(
    expect.objectContaining({ level: 40, chore: 'erase accounts', message: 'no room' }),
  );
  const warned = logged.filter(({ level }) => level !== 30);
  expect(warned.every(({ chore }) => chore === 'erase accounts')).toBe(true);
  expect(await runs(ownDb)).toMatchObject([{ name: 'erase accounts', last_error: 'no room' }]);
});

test('of two processes one at a time does what is for the whole school', async ({ ownDb }) => {
  const { services } = await openSchool(ownDb);
  const { chore, seen } = counting();
  const processes = [1, 2, 3].map(() => startSchedule(services, [chore]));
  await until(() => seen.count >= 5);
  await Promise.all(processes.map((schedule) => schedule.stop()));
  expect(seen.overlaps).toBe(0);
});

test('of ten that ask at the same moment one gets the lease; what was just done is not due', async ({
  ownDb,
}) => {
  const lease = { name: 'purge trash', everyMs: 60_000 };
  const holders = Array.from({ length: 10 }, () => randomUUID());
  const ask = (holder: string) => takeLease(ownDb, { ...lease, holder });
  const taken = await Promise.all(holders.map(ask));
  expect(taken.filter(Boolean)).toEqual([true]);
  const holder = holders[taken.indexOf(true)] ?? '';
  await endLease(ownDb, { ...lease, holder, error: null });
  expect(await ask(randomUUID())).toBe(false);
  await ownDb.pool.query("update chore_runs set last_started_at = last_started_at - interval '55 s'");
  expect(await ask(randomUUID())).toBe(true);
});

test('a sign of life extends the own lease only', async ({ ownDb }) => {
  const lease = { name: 'purge trash', holder: randomUUID() };
  await takeLease(ownDb, { ...lease, everyMs: 60_000 });
  const left = async () => {
    const { rows } = await ownDb.pool.query<{ seconds: number }>(
      'select extract(epoch from leased_until - now())::int as seconds from chore_runs',
    );
    return rows[0]?.seconds;
  };
  await ownDb.pool.query("update chore_runs set leased_until = now() + interval '5 s'");
  await extendLease(ownDb, { ...lease, holder: randomUUID() });
  expect(await left()).toBeLessThanOrEqual(5);
  await extendLease(ownDb, lease);
  expect(await left()).toBeGreaterThan(50);
});

test('the lease of a process that died runs out, and then another does the chore', async ({ ownDb }) => {
  const { services } = await openSchool(ownDb);
  const hold = (seconds: number) =>
    ownDb.pool.query(
      `insert into chore_runs (name, holder, leased_until, last_started_at)
       values ('purge trash', gen_random_uuid(), now() + make_interval(secs => $1), now() - interval '5 min')
       on conflict (name) do update set leased_until = excluded.leased_until`,
      [seconds],
    );
  await hold(60);
  const { chore, seen } = counting();
  const schedule = startSchedule(services, [chore]);
  await wait(200);
  expect(seen.count).toBe(0);
  await hold(-1);
  await until(() => seen.count > 0);
  await schedule.stop();
  expect(await runs(ownDb)).toMatchObject([{ name: 'purge trash', last_error: null }]);
});

test('after a clock that was ahead is set right, a chore is due at once and its lease has run out', async ({
  ownDb,
}) => {
  const lease = { name: 'purge trash', everyMs: 3_600_000 };
  const take = () => takeLease(ownDb, { ...lease, holder: randomUUID() });
  const set = (changes: RawBuilder<unknown>) => sql`update chore_runs set ${changes}`.execute(ownDb.kysely);
  await take();
  // As a statement sees it that began a moment before another one took the lease.
  await set(sql`leased_until = now() + interval '70 s', last_started_at = now() + interval '10 s'`);
  expect(await take()).toBe(false);
  await set(sql`leased_until = now() + interval '3 days', last_started_at = now() - interval '2 hours'`);
  expect(await take()).toBe(true);
  await set(sql`leased_until = now(), last_started_at = now() + interval '3 days'`);
  expect(await take()).toBe(true);
  // Once for what was asked for, when its time has come, and not in each round until then.
  await set(sql`leased_until = now(), asked_at = now() + interval '3 days'`);
  expect(await take()).toBe(false);
});

test('a process that was thought dead takes nothing from the one that took over', async ({ ownDb }) => {
  const { services } = await openSchool(ownDb);
  const { promise, resolve } = Promise.withResolvers<void>();
  let isRunning = false;
  const schedule = startSchedule(services, [
    {
      ...counting().chore,
      run: async () => {
        isRunning = true;
        await promise;
      },
    },
  ]);
  await until(() => isRunning);
  await ownDb.pool.query("update chore_runs set holder = gen_random_uuid(), last_error = 'of another'");
  resolve();
  await schedule.stop();
  const [row] = await runs(ownDb);
  expect(row).toMatchObject({ last_finished_at: null, last_error: 'of another' });
  expect(row && row.leased_until > row.last_started_at).toBe(true);
});

test('stopping waits for what runs, gives it back, and begins nothing more', async ({ ownDb }) => {
  const { services } = await openSchool(ownDb);
  const { chore, seen } = counting();
  const schedule = startSchedule(services, [chore]);
  await until(() => seen.running === 1);
  await schedule.stop();
  const { count } = seen;
  expect(seen.running).toBe(0);
  await wait(100);
  expect(seen.count).toBe(count);
  const [row] = await runs(ownDb);
  expect(row?.last_finished_at).toEqual(row?.leased_until);
});

test('stopping waits no longer than it is given for a chore that does not end, and says which it was', async ({
  ownDb,
}) => {
  const { logged, services } = await openSchool(ownDb);
  const { promise, resolve } = Promise.withResolvers<void>();
  const hang = vi.fn(() => promise);
  const schedule = startSchedule(services, [
    { ...often, name: 'quick', run: async () => undefined },
    { name: 'compare payments', everyMs: 20, scope: 'school', run: hang },
  ]);
  await until(() => hang.mock.calls.length === 1);
  await schedule.stop(50);
  expect(logged).toContainEqual(expect.objectContaining({ level: 40, chores: ['compare payments'] }));
  resolve();
  await until(async () => (await runs(ownDb))[0]?.last_finished_at !== null);
});

test('a chore that stopping has interrupted is no failure, and the next process does it at once', async ({
  ownDb,
}) => {
  const { logged, services } = await openSchool(ownDb);
  let isRunning = false;
  const chore: Chore = {
    name: 'compare all payments',
    everyMs: 3_600_000,
    scope: 'school',
    run: async (_services, signal) => {
      isRunning = true;
      await wait(60_000, undefined, { signal });
    },
  };
  const schedule = startSchedule(services, [{ ...chore, everyMs: 20 }]);
  await until(() => isRunning);
  await schedule.stop();
  expect(logged.filter(({ level }) => level === 40)).toEqual([]);
  expect(await runs(ownDb)).toMatchObject([{ last_error: null, failures: 0 }]);
  expect(await takeLease(ownDb, { ...chore, holder: randomUUID() })).toBe(true);
});

test('without a database nothing is done for the school, and the process goes on', async ({ ownDb }) => {
  const { logged, services } = await openSchool(ownDb);
  await ownDb.pool.query('alter table chore_runs rename to away');
  const { chore, seen } = counting();
  const schedule = startSchedule(services, [chore]);
  const warning = () => logged.find(({ level }) => level === 40);
  await until(() => warning() !== undefined);
  await ownDb.pool.query('alter table away rename to chore_runs');
  await until(() => seen.count > 0);
  await schedule.stop();
  expect(warning()).toMatchObject({ chore: 'purge trash', message: expect.stringContaining('chore_runs') });
});

test('a chore that is asked for begins when the processes are woken, and in one of them', async ({
  ownDb,
}) => {
  const { services } = await openSchool(ownDb);
  const { chore, seen } = counting();
  const seldom = { ...chore, everyMs: 3_600_000 };
  const others = vi.fn(async () => undefined);
  const other: Chore = { name: 'count members', everyMs: 3_600_000, scope: 'school', run: others };
  for (const { name } of [seldom, other]) {
    const lease = { name, holder: randomUUID(), everyMs: 3_600_000 };
    await takeLease(ownDb, lease);
    await endLease(ownDb, { ...lease, error: null });
  }
  const wakes: (() => void)[] = [];
  const onWake = (wake: () => void) => {
    wakes.push(wake);
    return () => undefined;
  };
  const processes = [1, 2, 3].map(() => startSchedule(services, [seldom, other], onWake));
  for (const wake of wakes) wake();
  await wait(100);
  expect(seen.count).toBe(0);
  await ownDb.pool.query("update chore_runs set asked_at = now() where name = 'purge trash'");
  for (const wake of wakes) wake();
  await until(() => seen.count === 1 && seen.running === 0);
  await Promise.all(processes.map((one) => one.stop()));
  expect([seen.count, others.mock.calls.length]).toEqual([1, 0]);
});
