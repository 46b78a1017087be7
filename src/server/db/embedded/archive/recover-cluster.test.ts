import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#server/platform/log';
import { makeReadyFolder } from '#tests/kit/run/ready-folders';
import { makeScratch, removeScratch } from '#tests/kit/scratch';
import { copyBase } from '../base-backup.ts';
import { type Embedded, startEmbedded } from '../start-embedded.ts';
import { recoverCluster } from './recover-cluster.ts';

const log = createLog('silent');
const scratch = makeScratch('recover');
const base = join(scratch, 'base');
/** Between the two marks of the school. */
let to = new Date();
afterAll(() => removeScratch(scratch));

async function ask(engine: Embedded, statement: string): Promise<unknown[]> {
  const client = new pg.Client(engine.connection);
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}

beforeAll(async () => {
  const dataDir = join(scratch, 'data');
  await makeReadyFolder(dataDir);
  const engine = await startEmbedded({ dataDir, address: 'a test', log, archive: join(scratch, 'wal') });
  await ask(engine, 'create table marks (mark int)');
  await copyBase(engine.connection, join(dataDir, 'postgres', '18'), base);
  await ask(engine, 'insert into marks values (1)');
  await wait(100);
  to = new Date();
  await wait(100);
  await ask(engine, 'insert into marks values (2)');
  await engine.stop();
});

/** A school of its own, with its archive, as it was stopped. */
function copySchool(name: string) {
  const [dataDir, archive] = [join(scratch, `${name}-data`), join(scratch, `${name}-wal`)];
  for (const [from, copy] of [
    ['data', dataDir],
    ['wal', archive],
  ] as const)
    spawnSync('cp', ['-a', join(scratch, from), copy]);
  const lines: string[] = [];
  const recovery = { dataDir, archive, base, to, log, say: (line: string) => void lines.push(line) };
  return {
    dataDir,
    archive,
    lines,
    recovery,
    start: () => startEmbedded({ dataDir, address: 'a test', log, archive }),
  };
}

async function marksOf(engine: Embedded): Promise<unknown[]> {
  return ask(engine, 'select mark from marks order by 1').finally(() => engine.stop());
}

test('a school that is started while its database is recovered waits, and has the recovered one', async () => {
  const { recovery, start } = copySchool('started');
  let starting: Promise<Embedded> | undefined;
  const say = () => {
    starting ??= start();
  };
  expect(await recoverCluster({ ...recovery, say })).toContain('18-before-base');
  expect(await marksOf(await (starting ?? start()))).toEqual([{ mark: 1 }]);
}, 60_000);

test('of two recoveries at the same moment, the second one finds what the first has done', async () => {
  const { recovery, start } = copySchool('twice');
  const all = await Promise.allSettled([recoverCluster(recovery), recoverCluster(recovery)]);
  expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const reasons = all.flatMap((each) => ('reason' in each ? [String(each.reason)] : []));
  expect(reasons).toEqual([
    expect.stringMatching(/18-before-base already exists|in use by lectern pid \d+: a recovery/),
  ]);
  expect(await marksOf(await start())).toEqual([{ mark: 1 }]);
}, 60_000);

test('a school that is in use is not recovered under its feet', async () => {
  const { lines, recovery, start } = copySchool('used');
  const engine = await start();
  await expect(recoverCluster(recovery)).rejects.toThrow(`in use by lectern pid ${process.pid} on a test`);
  expect(lines).toEqual([]);
  expect(await marksOf(engine)).toEqual([{ mark: 1 }, { mark: 2 }]);
}, 60_000);

test('a lost password is made anew only with the database that it is for, and that is said', async () => {
  const { dataDir, lines, recovery, start } = copySchool('lost');
  const file = join(dataDir, 'secrets', 'postgres-password');
  const password = readFileSync(file);
  rmSync(file);
  // Nothing was written after that: the moment is never reached.
  const never = { ...recovery, to: new Date('2199-01-01T00:00:00Z') };
  await expect(recoverCluster(never)).rejects.toThrow('The recovery failed, and the database is as it was.');
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, password, { mode: 0o600 });
  expect(await marksOf(await start())).toEqual([{ mark: 1 }, { mark: 2 }]);
  rmSync(file);
  await recoverCluster(recovery);
  expect(lines).toContain('The database has a new password, because there was none in the data folder.');
  expect(await marksOf(await start())).toEqual([{ mark: 1 }]);
}, 60_000);

test.for(['while it copies', 'once PostgreSQL works on it'])(
  'a recovery that a person stops %s leaves nothing behind',
  { timeout: 60_000 },
  async (when) => {
    const { dataDir, recovery, start } = copySchool(when.replaceAll(' ', '-'));
    const ending = new AbortController();
    const stop = () => ending.abort(new Error('asked to'));
    let looks = 0;
    const free = () => {
      looks += 1;
      if (when === 'while it copies' && looks > 20) stop();
      return 9e9;
    };
    const say = (line: string) => {
      if (when !== 'while it copies' && line.startsWith('The base backup was copied')) setTimeout(stop, 50);
    };
    const stopped = recoverCluster({ ...recovery, free, say, signal: ending.signal });
    await expect(stopped).rejects.toThrow('asked to');
    expect(readdirSync(join(dataDir, 'postgres')).filter((name) => /recover/.test(name))).toEqual([]);
    expect(await marksOf(await start())).toEqual([{ mark: 1 }, { mark: 2 }]);
  },
);

test('a recovery that would fill the disk is not begun, in words with the numbers', async () => {
  const { lines, recovery } = copySchool('full');
  await expect(recoverCluster({ ...recovery, free: () => 270e6 })).rejects.toThrow(
    /^There isn't enough disk space for the recovery in .*postgres: it needs about \d+ MB, and 270 MB are free\. .*18-before-/,
  );
  expect(lines).toEqual([]);
}, 60_000);
