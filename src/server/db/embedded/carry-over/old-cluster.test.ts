import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findOldCluster } from './old-cluster.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-carry-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

function makeCluster(major: string) {
  mkdirSync(join(home, major));
  writeFileSync(join(home, major, 'PG_VERSION'), `${major}\n`);
}

/** A folder with a program that says it is this version. */
function makeNative(words: string): string {
  const native = join(home, 'native');
  mkdirSync(join(native, 'bin'), { recursive: true });
  const program = join(native, 'bin', 'postgres');
  writeFileSync(program, `#!/bin/sh\n${words}\n`);
  chmodSync(program, 0o755);
  return native;
}

test('the old cluster is found with the programs that can run it', () => {
  makeCluster('15');
  makeCluster('17');
  const native = makeNative('echo "postgres (PostgreSQL) 17.6 (Debian)"');
  expect(findOldCluster(home, native, '18')).toEqual({
    major: '17',
    cluster: join(home, '17'),
    version: '17.6',
  });
});

test('what cannot be carried over is refused in words', () => {
  const native = makeNative('echo "postgres (PostgreSQL) 16.2"');
  expect(() => findOldCluster(home, native, '18')).toThrow('has no database');
  makeCluster('17');
  expect(() => findOldCluster(home, native, '18')).toThrow('has PostgreSQL 16.2. Name a folder');
  expect(() => findOldCluster(home, join(home, 'nowhere'), '18')).toThrow('not found');
  expect(() => findOldCluster(home, makeNative('echo broken >&2; exit 1'), '18')).toThrow('broken');
  expect(() => findOldCluster(home, native, '16')).toThrow('newer than PostgreSQL 16');
  mkdirSync(join(home, 'old-17'));
  expect(() => findOldCluster(home, native, '18')).toThrow(`${join(home, 'old-17')} already exists`);
  makeCluster('18');
  expect(() => findOldCluster(home, native, '18')).toThrow('belongs to PostgreSQL 18 already');
});
