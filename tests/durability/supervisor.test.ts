import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { findRunning } from '#server/db/embedded/find-running';
import { isServerOf } from '#server/db/embedded/server-process';
import type { Started } from '#tests/kit/process';
import { clusterOf, hasProc, parentOf, postmasterPid, test, untilExists, untilGone } from './engines.ts';

const socketDirectoryOf = async (dataDir: string) => (await findRunning(dataDir))?.host ?? '';

/** Leaves a server that nobody owns: its owner and its guard are killed before they can stop it. */
async function orphan(engine: Started, pid: number): Promise<void> {
  const guard = parentOf(pid);
  process.kill(-guard, 'SIGSTOP');
  process.kill(guard, 'SIGKILL');
  await engine.kill('SIGKILL');
  process.kill(pid, 'SIGCONT');
  // The half of the guard that waits for our end is still stopped.
  onTestFinished(() => void process.kill(-guard, 'SIGKILL'));
}

test('the first start makes a cluster, a later one finds it, and both end cleanly', async ({
  scratch,
  start,
}) => {
  const dataDir = join(scratch, 'data');
  for (let round = 1; round <= 2; round += 1) {
    const engine = start(dataDir);
    await engine.says(/ready/);
    await engine.kill('SIGTERM');
    expect(engine.output()).toContain('stopped');
    expect(await findRunning(dataDir)).toBeNull();
  }
  expect(statSync(join(dataDir, 'secrets', 'postgres-password')).mode & 0o777).toBe(0o600);
});

test('the server writes durably, asks for the password, and is not on the network', async ({
  dataDir,
  start,
}) => {
  await start(dataDir).says(/ready/);
  const connection = (await findRunning(dataDir)) ?? {};
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query(
    "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'data_checksums', 'wal_level')",
  );
  await client.end();
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    synchronous_commit: 'on',
    wal_level: 'replica',
  });
  const intruder = new pg.Client({ ...connection, password: 'guessed' });
  await expect(intruder.connect()).rejects.toMatchObject({ code: '28P01' });
});

test('a second start on the same data is refused with the pid and the address of the holder, by any name of the folder', async ({
  dataDir,
  scratch,
  start,
}) => {
  const first = start(dataDir);
  await first.says(/ready/);
  symlinkSync(dataDir, join(scratch, 'another-name'));
  for (const name of ['data', 'another-name']) {
    const second = start(join(scratch, name));
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(
      `${join(scratch, name)} is in use by lectern pid ${first.child.pid} on http://localhost:1. Stop it first, or choose another DATA_DIR.`,
    );
  }
  expect(first.child.exitCode).toBeNull();
});

test.for(['on a new folder', 'on a folder that was left', 'beside a server that is just ending'])(
  'three starts at the same moment %s: one serves, the others are told who',
  { timeout: 40_000 },
  async (where, { scratch, start }) => {
    const dataDir = join(scratch, 'data');
    if (where !== 'on a new folder') {
      const before = start(dataDir);
      await before.says(/ready/);
      await before.kill(where === 'on a folder that was left' ? 'SIGTERM' : 'SIGKILL');
    }
    const all = [start(dataDir), start(dataDir), start(dataDir)];
    const ended: typeof all = [];
    for (const engine of all) void engine.ended.then(() => ended.push(engine));
    await vi.waitUntil(() => ended.length >= 2, 20_000);
    const winner = all.find((engine) => !ended.includes(engine));
    await winner?.says(/ready/);
    for (const loser of ended) expect(loser.output()).toContain(`in use by lectern pid ${winner?.child.pid}`);
  },
);

test('when our process is killed the server ends by itself, and the next start works', async ({
  dataDir,
  start,
}) => {
  const killed = start(dataDir);
  await killed.says(/ready/);
  const pid = postmasterPid(dataDir);
  await killed.kill('SIGKILL');
  await untilGone(pid, clusterOf(dataDir));
  await start(dataDir).says(/ready/);
});

test.runIf(hasProc)(
  'a server whose guard was killed too is stopped by the next start, not adopted',
  async ({ dataDir, start }) => {
    const killed = start(dataDir);
    await killed.says(/ready/);
    const pid = postmasterPid(dataDir);
    await orphan(killed, pid);
    expect(isServerOf(pid, clusterOf(dataDir))).toBe(true);
    await start(dataDir).says(/ready/);
    expect(isServerOf(pid, clusterOf(dataDir))).toBe(false);
    expect(postmasterPid(dataDir)).not.toBe(pid);
  },
);

test.runIf(hasProc)(
  'a server that cannot be asked is left alone while its owner lives, and stopped when the owner is dead',
  async ({ dataDir, start }) => {
    const first = start(dataDir);
    await first.says(/ready/);
    const pid = postmasterPid(dataDir);
    // As for a process that sees another /tmp. Held, it does not notice that its socket is gone.
    process.kill(first.child.pid ?? 0, 'SIGSTOP');
    rmSync(await socketDirectoryOf(dataDir), { recursive: true });
    const second = start(dataDir);
    await second.says(/in use by|ready/);
    expect(second.output()).toContain(
      `in use by a database server (process ${pid}) that can't be reached in`,
    );
    expect(isServerOf(pid, clusterOf(dataDir))).toBe(true);
    await orphan(first, pid);
    await start(dataDir).says(/ready/);
    expect(isServerOf(pid, clusterOf(dataDir))).toBe(false);
  },
);

test('when the folder of the socket is removed, the server is started again and can be reached', async ({
  dataDir,
  start,
}) => {
  const engine = start(dataDir);
  await engine.says(/ready/);
  rmSync(await socketDirectoryOf(dataDir), { recursive: true });
  await engine.says(/state down[\s\S]*state ready/);
  const client = new pg.Client((await findRunning(dataDir)) ?? {});
  await client.connect();
  await client.end();
  await engine.kill('SIGTERM');
  expect(engine.output()).toContain('stopped');
});

test('after both were killed the lock files they left do not stop the next start', async ({
  dataDir,
  start,
}) => {
  const killed = start(dataDir);
  await killed.says(/ready/);
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await killed.kill('SIGKILL');
  expect(existsSync(join(clusterOf(dataDir), 'postmaster.pid'))).toBe(true);
  await start(dataDir).says(/ready/);
});

test('a server that dies is started again while we run', async ({ dataDir, start }) => {
  const engine = start(dataDir);
  await engine.says(/ready/);
  process.kill(postmasterPid(dataDir), 'SIGKILL');
  await engine.says(/state down[\s\S]*state ready/);
});

test.runIf(hasProc)(
  'when only the guard of the server dies, the server is stopped and started again',
  async ({ dataDir, start }) => {
    const engine = start(dataDir);
    await engine.says(/ready/);
    const pid = postmasterPid(dataDir);
    process.kill(parentOf(pid), 'SIGKILL');
    await engine.says(/state down[\s\S]*state ready/);
    expect(isServerOf(pid, clusterOf(dataDir))).toBe(false);
  },
);

test('what a first start that was killed has begun is removed by later ones', async ({ scratch, start }) => {
  const dataDir = join(scratch, 'data');
  const first = start(dataDir);
  await untilExists(join(dataDir, 'postgres', `unfinished-${first.child.pid}`, 'base'));
  await first.kill('SIGKILL');
  const second = start(dataDir);
  await second.says(/ready/);
  await second.kill('SIGTERM');
  await start(dataDir).says(/ready/);
  expect(readdirSync(join(dataDir, 'postgres')).filter((name) => /unfinished|password/.test(name))).toEqual(
    [],
  );
});

test('the folder stays ours when only the connection that marks it is lost', async ({ dataDir, start }) => {
  const engine = start(dataDir);
  await engine.says(/ready/);
  const client = new pg.Client((await findRunning(dataDir)) ?? {});
  await client.connect();
  const marks = async () =>
    (
      await client.query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name like 'lectern pid%'",
      )
    ).rows.map(({ pid }) => pid);
  const [mark] = await marks();
  await client.query('select pg_terminate_backend($1)', [mark]);
  const deadline = Date.now() + 5000;
  let now: number[] = [];
  while ((now.length === 0 || now[0] === mark) && Date.now() < deadline) {
    now = await marks();
    await wait(20);
  }
  await client.end();
  expect(now).toHaveLength(1);
  const second = start(dataDir);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`in use by lectern pid ${engine.child.pid}`);
  expect(engine.output()).not.toContain('state down');
});

test('without its password a database is not made anew, and the message names the file', async ({
  dataDir,
  start,
}) => {
  const first = start(dataDir);
  await first.says(/ready/);
  await first.kill('SIGTERM');
  const file = join(dataDir, 'secrets', 'postgres-password');
  const password = readFileSync(file);
  rmSync(file);
  const refused = start(dataDir);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toContain(`${file} is missing`);
  writeFileSync(file, password, { mode: 0o600 });
  await start(dataDir).says(/ready/);
});
