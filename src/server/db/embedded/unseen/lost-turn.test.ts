import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '#server/platform/log';
import { makeReadyFolder } from '#tests/kit/run/ready-folders';
import { makeScratch, removeScratch } from '#tests/kit/scratch';
import { isServerOf, readPidFile } from '../server-process.ts';
import { startEmbedded } from '../start-embedded.ts';
import { ownSign } from './signs-of-life.ts';

let scratch = '';
beforeEach(() => {
  scratch = makeScratch('lost');
});
afterEach(() => removeScratch(scratch));

async function makeSchool() {
  const dataDir = join(scratch, 'data');
  await makeReadyFolder(dataDir);
  const cluster = join(dataDir, 'postgres', '18');
  const turn = join(dataDir, 'database-start.json');
  const start = () =>
    startEmbedded({ dataDir, address: 'a test', log: createLog('silent') }).then(
      (engine) => engine.stop(),
      String,
    );
  /** As another process does that has seen no sign of life for long. */
  const takeOver = () =>
    writeFileSync(turn, JSON.stringify({ ...ownSign(), name: 'lectern pid 7 on http://localhost:7' }));
  return { cluster, start, takeOver, turn };
}

test('a start that stood still while it looked around starts no server beside that of who took over', async () => {
  const { cluster, start, takeOver, turn } = await makeSchool();
  const lock = join(cluster, 'postmaster.pid');
  // It waits for what the server of this number, which nobody has, says next.
  writeFileSync(lock, '4000001\n');
  const started = start();
  await vi.waitUntil(() => existsSync(turn), { timeout: 5000, interval: 1 });
  takeOver();
  expect(await started).toContain('is in use by lectern pid 7 on http://localhost:7. Stop it first');
  expect(readFileSync(lock, 'utf8')).toBe('4000001\n');
}, 30_000);

test('a server that became ready after the turn was over is killed, and its locks stay', async () => {
  const { cluster, start, takeOver } = await makeSchool();
  appendFileSync(join(cluster, 'postgresql.auto.conf'), "restore_command = 'sleep 1; false'\n");
  writeFileSync(join(cluster, 'recovery.signal'), '');
  const started = start();
  const server = await vi.waitUntil(() => readPidFile(cluster), { timeout: 10_000, interval: 1 });
  takeOver();
  expect(await started).toContain('is in use by lectern pid 7 on http://localhost:7. Stop it first');
  expect(isServerOf(server.pid, cluster)).toBe(false);
  expect(readPidFile(cluster)?.pid).toBe(server.pid);
}, 30_000);
