import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCluster } from '../create-cluster.ts';
import { MAJOR_VERSION } from '../locations.ts';
import { refuseOtherMajor } from './refuse-other-major.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-majors-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** What a cluster of this major version looks like from outside. */
function makeCluster(major: string) {
  mkdirSync(join(home, major));
  writeFileSync(join(home, major, 'PG_VERSION'), `${major}\n`);
}

test('an empty folder, and one with a cluster of our own version beside an older one, can be used', () => {
  refuseOtherMajor(home, '18');
  makeCluster('17');
  makeCluster('18');
  refuseOtherMajor(home, '18');
});

test('a school of an older or newer version is named, the newest of several', () => {
  makeCluster('9');
  makeCluster('17');
  expect(() => refuseOtherMajor(home, '18')).toThrow('belongs to PostgreSQL 17');
  expect(() => refuseOtherMajor(home, '18')).toThrow('carry-over FOLDER');
  expect(() => refuseOtherMajor(home, '16')).toThrow('brings PostgreSQL 16');
  expect(() => refuseOtherMajor(home, '16')).toThrow('Use a version of Lectern that brings PostgreSQL 17');
});

test('an older version doesn’t start on what a carry-over that was interrupted at its end left in its place', async () => {
  const next = String(Number(MAJOR_VERSION) + 1);
  makeCluster(MAJOR_VERSION);
  const places = {
    cluster: join(home, MAJOR_VERSION),
    home,
    native: join(home, 'none'),
    socketDirectory: home,
  };
  await createCluster(places, null, 'secret');
  makeCluster(next);
  await expect(createCluster(places, null, 'secret')).rejects.toThrow(
    `belongs to PostgreSQL ${next}, and this Lectern brings PostgreSQL ${MAJOR_VERSION}`,
  );
});

test('no empty school is made beside the cluster of another version', async () => {
  makeCluster('17');
  const cluster = join(home, MAJOR_VERSION);
  const places = { cluster, home, native: join(home, 'none'), socketDirectory: home };
  await expect(createCluster(places, null, 'secret')).rejects.toThrow('Nothing was changed');
  expect(existsSync(cluster)).toBe(false);
});
