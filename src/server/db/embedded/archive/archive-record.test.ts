import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '#server/platform/log';
import { claimArchive, timelineAt } from './archive-record.ts';
import { recoverCluster } from './recover-cluster.ts';

const log = createLog('silent');
const at = (time: string) => new Date(`2026-11-26T${time}:00Z`);

let folder = '';
let archive = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-record-'));
  archive = join(folder, 'wal');
  mkdirSync(archive);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a stopped cluster says of itself. */
function makeCluster(system: bigint, timeline: number): string {
  const cluster = join(folder, `${system}-${timeline}`);
  mkdirSync(join(cluster, 'global'), { recursive: true });
  const control = Buffer.alloc(8192);
  control.writeBigUInt64LE(system, 0);
  control.writeUInt32LE(timeline, 48);
  writeFileSync(join(cluster, 'global', 'pg_control'), control);
  return cluster;
}

test('the timeline of a moment is the one that the database was on, also when an older one goes on', () => {
  expect(timelineAt(archive, at('12:00'))).toBeNull();
  for (const [time, timeline] of [
    ['10:00', 1],
    ['11:00', 1],
    ['16:00', 2],
    ['17:00', 2],
    // The files from before the recovery were put back.
    ['18:00', 1],
    ['19:00', 3],
  ] as const)
    claimArchive(archive, makeCluster(7n, timeline), log, at(time));
  const timelines = ['09:59', '10:00', '15:59', '16:00', '17:59', '18:00', '23:00'].map((time) =>
    timelineAt(archive, at(time)),
  );
  expect(timelines).toEqual([null, 1, 1, 2, 2, 1, 3]);
});

test('an archive without a record shows when its timelines began, and keeps that when it is copied', () => {
  for (const [name, time] of [
    ['00000003.history', '15:00'],
    ['00000002.history', '12:00'],
  ] as const) {
    writeFileSync(join(archive, name), '');
    utimesSync(join(archive, name), at(time), at(time));
  }
  expect([at('11:00'), at('14:00'), at('16:00')].map((moment) => timelineAt(archive, moment))).toEqual([
    null,
    2,
    3,
  ]);
  claimArchive(archive, makeCluster(7n, 3), log, at('18:00'));
  utimesSync(join(archive, '00000002.history'), at('20:00'), at('20:00'));
  expect(timelineAt(archive, at('14:00'))).toBe(2);
});

test('an archive that cannot be written to is no reason not to start', () => {
  mkdirSync(join(archive, `lectern-archive.json.${process.pid}`));
  claimArchive(archive, makeCluster(7n, 1), log);
  expect(() => readFileSync(join(archive, 'lectern-archive.json'))).toThrow('ENOENT');
});

test('a record that is there and cannot be read is not taken for none', () => {
  const file = join(archive, 'lectern-archive.json');
  mkdirSync(file);
  expect(() => claimArchive(archive, makeCluster(7n, 1), log)).toThrow(`Can't read ${file} (EISDIR`);
  rmSync(file, { recursive: true });
  writeFileSync(file, '{"system": "7", "time');
  expect(() => timelineAt(archive, at('12:00'))).toThrow('move it elsewhere');
  expect(readFileSync(file, 'utf8')).toBe('{"system": "7", "time');
});

test('a base backup is refused with the archive of another database, or with none, before anything is copied', async () => {
  writePiece('000000010000000000000001', 7n);
  const base = makeCluster(8n, 1);
  writeFileSync(join(base, 'backup_label'), '');
  const dataDir = join(folder, 'data');
  const said: string[] = [];
  const recover = (from: string) =>
    recoverCluster({ dataDir, archive: from, base, to: at('12:00'), log, say: (line) => said.push(line) });
  await expect(recover(archive)).rejects.toThrow('holds the log of another database than the base backup');
  await expect(recover(archive)).rejects.toThrow(
    'Set WAL_ARCHIVE to the folder that was used with this base backup.',
  );
  await expect(recover(join(folder, 'none'))).rejects.toThrow("doesn't exist");
  expect(said).toEqual([]);
});

/** A piece of a log, of which only the head is read. */
function writePiece(name: string, system: bigint): void {
  const head = Buffer.alloc(40);
  head.writeUInt16LE(0xd118);
  head.writeBigUInt64LE(system, 24);
  writeFileSync(join(archive, name), head);
}

test('an archive whose pieces tell nothing is taken over', () => {
  writeFileSync(join(archive, '000000010000000000000001'), 'compressed by the operator');
  claimArchive(archive, makeCluster(8n, 1), log);
});

test('an archive without a record is taken over by the database whose log it holds, and by no other', () => {
  writePiece('000000010000000000000001', 7n);
  expect(() => claimArchive(archive, makeCluster(8n, 1), log)).toThrow(
    'WAL_ARCHIVE holds the log of another database',
  );
  claimArchive(archive, makeCluster(7n, 1), log);
  // The pieces were moved elsewhere: it's still that one's.
  rmSync(join(archive, '000000010000000000000001'));
  expect(() => claimArchive(archive, makeCluster(8n, 1), log)).toThrow('Set WAL_ARCHIVE to an empty folder');
  claimArchive(archive, makeCluster(7n, 2), log);
});
