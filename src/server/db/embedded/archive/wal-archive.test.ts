import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { selectGauges } from '#server/areas/admin/metrics/gauges-sql';
import { schoolMetrics } from '#server/areas/admin/metrics/school-metrics';
import { checkArchive } from '#server/cli/checks/check-archive';
import { openDatabase } from '#server/db/client';
import { createLog } from '#server/platform/log';
import { makeReadyFolder } from '#tests/kit/run/ready-folders';
import { makeScratch, removeScratch } from '#tests/kit/scratch';
import { startEmbedded } from '../start-embedded.ts';
import { archiveSettings } from './wal-archive.ts';

const PIECE = '000000010000000000000001';

test('a piece is on the disk before it gets its name, and its name before the server forgets the piece', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [bin, archive, from] = ['bin', 'wal', 'piece'].map((name) => join(folder, name));
  for (const each of [bin, archive]) mkdirSync(each ?? '');
  writeFileSync(from ?? '', 'log');
  // Says what was there when it was asked to put something on the disk.
  writeFileSync(join(bin ?? '', 'sync'), `#!/bin/sh\necho "$1: $(ls ${archive})"\n`, { mode: 0o755 });
  const [, , setting = ''] = archiveSettings(archive ?? '');
  const command = setting
    .slice(setting.indexOf('=') + 1)
    .replaceAll('%p', from ?? '')
    .replaceAll('%f', PIECE);
  const run = () =>
    spawnSync('/bin/sh', ['-c', command], { encoding: 'utf8', env: { PATH: `${bin}:/usr/bin:/bin` } });
  const synced = `${archive}: ${PIECE}\n`;
  expect(run()).toMatchObject({
    status: 0,
    stdout: `${join(archive ?? '', PIECE)}.partial: ${PIECE}.partial\n${synced}`,
  });
  expect(readFileSync(join(archive ?? '', PIECE), 'utf8')).toBe('log');
  // After a crash, the same piece is offered again; another one of that name is refused.
  expect(run()).toMatchObject({ status: 0, stdout: synced });
  writeFileSync(from ?? '', 'another log');
  expect(run().status).not.toBe(0);
});

test('an archive that fails is seen by gauges and the doctor, until a piece is archived again', async () => {
  const scratch = makeScratch('archive');
  onTestFinished(() => removeScratch(scratch));
  const [dataDir, archive] = [join(scratch, 'data'), join(scratch, 'wal')];
  await makeReadyFolder(dataDir);
  const log = createLog('silent');
  const error = vi.spyOn(log, 'error');
  const engine = await startEmbedded({ dataDir, address: 'a test', log, archive });
  const db = openDatabase({ connection: engine.connection, log, maxConnections: 1 });
  const isFailing = async () => (await selectGauges(db.kysely, new Date())).archive_failing;
  const write = async () => {
    const client = new pg.Client(engine.connection);
    await client.connect();
    await client.query('create table if not exists marks (mark int)');
    await client.query('insert into marks values (1)');
    await client.query('select pg_switch_wal()');
    await client.end();
  };
  try {
    expect(await isFailing()).toBe(false);
    rmSync(archive, { recursive: true });
    writeFileSync(archive, 'not a folder');
    await write();
    await vi.waitUntil(isFailing, { timeout: 30_000, interval: 200 });
    expect(schoolMetrics(await selectGauges(db.kysely, new Date()))).toContainEqual(
      expect.objectContaining({ name: 'lectern_database_archive_failing', samples: [{ value: 1 }] }),
    );
    expect(await checkArchive(engine.connection)).toMatchObject([
      { ok: false, what: expect.stringContaining("can't be archived, nothing archived yet") },
    ]);
    expect(error).toHaveBeenCalledWith(
      { line: expect.stringContaining('archive command failed'), reason: expect.stringMatching(/^cp: /) },
      "the log of the database can't be archived",
    );
    rmSync(archive);
    mkdirSync(archive, { mode: 0o777 });
    spawnSync('chmod', ['777', archive]);
    // After three tries it rests for a minute, unless there is a new piece.
    await write();
    await vi.waitUntil(async () => !(await isFailing()), { timeout: 80_000, interval: 200 });
    expect(readdirSync(archive)).not.toEqual([]);
    expect(await checkArchive(engine.connection)).toMatchObject([{ ok: true }]);
  } finally {
    await db.close();
    await engine.stop();
  }
}, 120_000);

test('a second database is refused by an archive that holds the log of another one, and starts with an empty one', async () => {
  const scratch = makeScratch('archives');
  onTestFinished(() => removeScratch(scratch));
  const log = createLog('silent');
  const [first, second] = [join(scratch, 'first'), join(scratch, 'second')];
  await makeReadyFolder(first);
  const run = async (dataDir: string, archive: string) => {
    const engine = await startEmbedded({ dataDir, address: 'a test', log, archive });
    const client = new pg.Client(engine.connection);
    await client.connect();
    await client.query('create table marks (mark int)');
    await client.end();
    await engine.stop();
    return readdirSync(archive).filter((name) => name.startsWith('0000'));
  };
  const archive = join(scratch, 'wal');
  expect(await run(first, archive)).not.toEqual([]);
  // Before a restore, say, the data was moved aside.
  await expect(run(second, archive)).rejects.toThrow(archive);
  // Also where an earlier release has archived, which wrote no record.
  rmSync(join(archive, 'lectern-archive.json'));
  await expect(run(second, archive)).rejects.toThrow('WAL_ARCHIVE holds the log of another database');
  expect(await run(second, join(scratch, 'new-wal'))).not.toEqual([]);
}, 120_000);
