import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseConfig } from '#server/config';
import { findBackup } from './find-backup.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const [GOOD, AHEAD] = ['school-20261126T030000Z.backup', 'school-20281126T030000Z.backup'];
let folder = '';
let said: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-find-'));
  mkdirSync(join(folder, 'backups'));
  said = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

async function find(wanted: string): Promise<string> {
  const config = parseConfig({ DATA_DIR: folder });
  return basename((await findBackup(config, wanted, NOW)).file);
}
const keep = (...names: string[]) => {
  for (const name of names) writeFileSync(join(folder, 'backups', name), '');
};

test('"latest" is named, and never one that was made while the clock was ahead if there is another', async () => {
  keep('school-20261125T030000Z.backup', GOOD, AHEAD);
  expect(await find('latest')).toBe(GOOD);
  expect(said.join('\n')).toContain(`The latest backup is ${GOOD}.`);
  expect(said.join('\n')).toContain(AHEAD);
  expect(await find(AHEAD)).toBe(AHEAD);
});

test('a backup from before an upgrade is not the latest of this version: it is said, and taken only where there is no other', async () => {
  const upgrade = 'upgrade-20261126T040000Z.backup';
  keep(upgrade);
  expect(await find('latest')).toBe(upgrade);
  expect(said.join('\n')).toContain(`The latest backup is ${upgrade}, from before an upgrade.`);
  said = [];
  keep(GOOD);
  expect(await find('latest')).toBe(GOOD);
  expect(said.join('\n')).toContain(`Skipping ${upgrade}: it's from before an upgrade`);
  said = [];
  keep(AHEAD, 'school-20261126T050000Z.backup');
  expect(await find('latest')).toBe('school-20261126T050000Z.backup');
  expect(said.join('\n')).not.toContain(upgrade);
});

test('the only backup is the latest, whatever its date', async () => {
  keep(AHEAD);
  expect(await find('latest')).toBe(AHEAD);
});

test('what was fetched by a restore that was killed goes with the next one, what a living one reads stays', async () => {
  keep(GOOD);
  const { pid = 0 } = spawnSync('true');
  const [dead, own, alive] = [pid, process.pid, process.ppid].map((of) => `fetched-${of}-${AHEAD}`);
  for (const name of [dead, own, alive, 'fetched-notes.txt']) writeFileSync(join(folder, name ?? ''), '');
  await find(GOOD);
  expect(readdirSync(folder).sort()).toEqual(['backups', alive, 'fetched-notes.txt'].sort());
});
