import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeScratch, removeScratch } from '#tests/kit/scratch';
import { makeSocketDirectory } from './socket-directory.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };

function makeHome(): { dataDir: string; home: string } {
  const scratch = makeScratch('sockets');
  onTestFinished(() => removeScratch(scratch));
  const home = join(scratch, 'postgres');
  mkdirSync(home, { mode: 0o711 });
  return { dataDir: scratch, home };
}

function removed(directory: string): string {
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

test('the socket is beside the cluster, under another name for a second server', () => {
  const { dataDir, home } = makeHome();
  expect(makeSocketDirectory(dataDir, home, null)).toBe(join(home, 'run'));
  expect(makeSocketDirectory(dataDir, home, null, { name: 'run-17' })).toBe(join(home, 'run-17'));
});

test('it is elsewhere where the file system holds no sockets, and leaves nothing there', () => {
  const { dataDir, home } = makeHome();
  const directory = removed(makeSocketDirectory(dataDir, home, null, { holds: () => false }));
  expect(dirname(directory)).not.toBe(home);
  expect(existsSync(join(home, 'run'))).toBe(false);
});

test('a folder for temporary files that is too long gives way to /tmp', () => {
  const { dataDir, home } = makeHome();
  const before = process.env.TMPDIR;
  process.env.TMPDIR = join(dataDir, 'a'.repeat(100));
  try {
    const directory = removed(makeSocketDirectory(dataDir, home, null, { holds: () => false }));
    expect(dirname(directory)).toBe('/tmp');
  } finally {
    process.env.TMPDIR = before;
  }
});

test.runIf(isRoot)('it is elsewhere where the user of the server may not pass', () => {
  const { dataDir, home } = makeHome();
  chmodSync(dataDir, 0o700);
  const directory = removed(makeSocketDirectory(dataDir, home, NOBODY));
  expect(dirname(realpathSync(directory))).toBe(realpathSync('/run'));
});

test('a link in its place is not followed', () => {
  const { dataDir, home } = makeHome();
  symlinkSync('/tmp', join(home, 'run'));
  expect(() => makeSocketDirectory(dataDir, home, null)).toThrow('belongs to another user');
  rmSync(join(home, 'run'));
});
