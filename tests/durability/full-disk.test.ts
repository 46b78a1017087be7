import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { findRunning } from '#server/db/embedded/find-running';
import { type EngineState, startEmbedded } from '#server/db/embedded/start-embedded';
import { createLog } from '#server/platform/log';
import { CAN_MOUNT, fill, remount, test, untilBallast } from './disks.ts';

/** Writes rows of a megabyte until the disk takes no more; answers how many were acknowledged. */
async function writeUntilRefused(dataDir: string): Promise<number> {
  const client = await connect(dataDir);
  await client.query('create table if not exists filled (number int, body text)');
  await client.query('alter table filled alter body set storage external');
  let written = 0;
  try {
    for (; written < 600; written += 1)
      await client.query("insert into filled values ($1, repeat('x', 1048576))", [written]);
  } catch {
    // Full, or the server is gone because of it.
  }
  await client.end().catch(() => undefined);
  return written;
}

async function connect(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client((await findRunning(dataDir)) ?? {});
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

test.runIf(CAN_MOUNT)(
  'a disk that fills up loses nothing: changes are refused, the server comes back by itself, and goes on when there is room',
  async ({ disk, start }) => {
    const dataDir = join(disk, 'data');
    const engine = start(dataDir);
    await engine.says(/ready/);
    await untilBallast(dataDir);
    const filler = fill(disk, 20);
    await engine.says(/state disk-full/);
    const written = await writeUntilRefused(dataDir);
    await engine.says(/state down[\s\S]*state ready\nstate disk-full/);
    expect(existsSync(join(dataDir, 'postgres', 'ballast'))).toBe(false);
    rmSync(filler);
    await engine.says(/state down[\s\S]*state disk-full[\s\S]*state ready/);
    const client = await connect(dataDir);
    const { rows } = await client.query('select count(*)::int as rows from filled');
    await client.end();
    expect(rows[0]).toEqual({ rows: written });
    expect(engine.child.exitCode).toBeNull();
  },
);

test.runIf(CAN_MOUNT)(
  'a first start on a full disk says so and leaves nothing behind',
  async ({ disk, start }) => {
    const filler = fill(disk, 100);
    const dataDir = join(disk, 'data');
    const refused = start(dataDir);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(
      /The disk with the data folder .* is full: only (100|99) MB free\. Nothing was changed\./,
    );
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    rmSync(filler);
    await start(dataDir).says(/ready/);
  },
);

test.runIf(CAN_MOUNT)('a read-only disk is named as such', async ({ disk, start }) => {
  remount(disk, 'ro');
  const refused = start(join(disk, 'data'));
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toMatch(/Lectern can't write to its data folder .*read-only/);
});

test('a disk that says it is nearly full: changes are refused until there is room, and a start says what to do', async ({
  scratch,
}) => {
  const dataDir = join(scratch, 'data');
  const options = { dataDir, address: 'http://localhost:1', log: createLog('silent') };
  let megabytes = 200;
  const free = () => megabytes * 1024 ** 2;
  await expect(startEmbedded({ ...options, free })).rejects.toThrow(
    `The disk with the data folder ${dataDir} is full: only 200 MB free. Nothing was changed. Free up at least 256 MB, or set DATA_DIR to a folder on another disk.`,
  );
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  megabytes = 300;
  const engine = await startEmbedded({ ...options, free });
  const states: EngineState[] = [];
  engine.onState((state) => states.push(state));
  megabytes = 200;
  await vi.waitFor(() => expect(states).toEqual(['disk-full']), 10_000);
  megabytes = 300;
  await vi.waitFor(() => expect(states).toEqual(['disk-full', 'ready']), 10_000);
  await engine.stop();
  megabytes = 31;
  await expect(startEmbedded({ ...options, free })).rejects.toThrow(/is full: only 31 MB free/);
});
