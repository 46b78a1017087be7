import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#server/platform/log';
import { makeReadyFolder } from '#tests/kit/run/ready-folders';
import { makeScratch, removeScratch } from '#tests/kit/scratch';
import { copyBase } from './base-backup.ts';
import { type Embedded, startEmbedded } from './start-embedded.ts';

const scratch = makeScratch('base-backup');
const dataDir = join(scratch, 'data');
const cluster = join(dataDir, 'postgres', '18');
const target = join(scratch, 'bases', 'monday');
let engine: Embedded;
beforeAll(async () => {
  await makeReadyFolder(dataDir);
  const archive = join(scratch, 'wal');
  engine = await startEmbedded({ dataDir, address: 'a test', log: createLog('silent'), archive });
});
afterAll(async () => {
  await engine.stop();
  removeScratch(scratch);
});

const left = () => (existsSync(join(scratch, 'bases')) ? readdirSync(join(scratch, 'bases')) : []);
const GB = 1024 ** 3;

test('one that would fill the disk is not begun, in words with the numbers', async () => {
  const free = () => 0.25 * GB;
  await expect(copyBase(engine.connection, cluster, target, { free })).rejects.toThrow(
    /isn't enough disk space for a base backup in .*monday: it needs about \d+ MB, and 269 MB are free.*another disk/,
  );
  expect(left()).toEqual([]);
});

test('one that is stopped before the disk is full, or by a person, leaves nothing behind', async () => {
  let asked = 0;
  const free = () => {
    asked += 1;
    return asked > 20 ? 0.25 * GB : 9 * GB;
  };
  await expect(copyBase(engine.connection, cluster, target, { free })).rejects.toThrow('nearly full');
  expect(left()).toEqual([]);

  const ending = new AbortController();
  const abort = () => {
    asked += 1;
    if (asked > 50) ending.abort(new Error('asked to'));
    return 9 * GB;
  };
  const work = copyBase(engine.connection, cluster, target, { free: abort, signal: ending.signal });
  await expect(work).rejects.toThrow('asked to');
  expect(left()).toEqual([]);
});

test('a whole one has every file that counts and the label', async () => {
  await copyBase(engine.connection, cluster, target);
  expect(left()).toEqual(['monday']);
  expect(readFileSync(join(target, 'backup_label'), 'utf8')).toContain('LABEL: lectern');
  const files = readdirSync(target);
  for (const name of ['PG_VERSION', 'base', 'global', 'pg_wal', 'pg_xact']) expect(files).toContain(name);
  expect(files).not.toContain('postmaster.pid');
  expect(readdirSync(join(target, 'pg_wal'))).toEqual([]);
  expect(readdirSync(join(target, 'base')).length).toBeGreaterThan(2);
});

test('of two into the same folder at the same moment, one is made whole, and the other is told', async () => {
  const twice = join(scratch, 'bases', 'twice');
  const all = await Promise.allSettled([1, 2].map(() => copyBase(engine.connection, cluster, twice)));
  const reasons = all.flatMap((each) => ('reason' in each ? [String(each.reason)] : []));
  expect(reasons).toEqual([`Error: Another process is writing to ${twice}. Try again when it is finished.`]);
  expect(readdirSync(twice, { recursive: true }).sort()).toEqual(
    readdirSync(target, { recursive: true }).sort(),
  );
});

test('one in the folder of the database, which would copy itself, is refused', async () => {
  const inside = join(cluster, 'base-of-today');
  await expect(copyBase(engine.connection, cluster, inside)).rejects.toThrow('the database itself');
  expect(existsSync(`${inside}.partial`)).toBe(false);
});
