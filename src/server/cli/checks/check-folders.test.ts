import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from 'vitest';
import { parseConfig } from '#server/config';
import { checkFolders } from './check-folders.ts';

const test = base.extend<{ dataDir: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other fixture, and the runner wants a pattern.
  dataDir: async ({}, use) => {
    const scratch = mkdtempSync(join(tmpdir(), 'lectern-folders-'));
    await use(join(scratch, 'data'));
    rmSync(scratch, { recursive: true });
  },
});

const faultsOf = (dataDir: string, megabytes = 1000) =>
  checkFolders(parseConfig({ DATA_DIR: dataDir }), () => megabytes * 1024 ** 2).filter(({ ok }) => !ok);

test('a folder that is not there yet is in order, and is not made', ({ dataDir }) => {
  expect(faultsOf(dataDir)).toEqual([]);
  expect(readdirSync(join(dataDir, '..'))).toEqual([]);
});

test('a file in the place of a folder is named', ({ dataDir }) => {
  writeFileSync(dataDir, '');
  expect(faultsOf(dataDir).map(({ what }) => what)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^data folder .*data: .*data is a file$/)]),
  );
  rmSync(dataDir);
  mkdirSync(dataDir);
  for (const name of ['uploads', 'outbox']) {
    writeFileSync(join(dataDir, name), '');
    expect(faultsOf(dataDir)).toEqual([
      {
        ok: false,
        what: expect.stringContaining(`${name} ${join(dataDir, name)}: `),
        remedy: expect.stringContaining('give the user that runs Lectern write permission'),
      },
    ]);
    rmSync(join(dataDir, name));
  }
});

test('secrets that others can read are named with the command that closes them', ({ dataDir }) => {
  const file = join(dataDir, 'secrets', 'auth-secret');
  mkdirSync(join(dataDir, 'secrets'), { recursive: true });
  writeFileSync(file, 'x', { mode: 0o600 });
  expect(faultsOf(dataDir)).toEqual([]);
  chmodSync(file, 0o644);
  expect(faultsOf(dataDir)).toEqual([
    { ok: false, what: `secrets: other users can read ${file}`, remedy: `chmod 600 ${file}` },
  ]);
});

test('a key that a restore has kept because nobody knows how it ended is named', ({ dataDir }) => {
  mkdirSync(join(dataDir, 'secrets'), { recursive: true });
  const file = join(dataDir, 'secrets', 'auth-secret.before-restore');
  writeFileSync(file, 'x', { mode: 0o600 });
  expect(faultsOf(dataDir)).toEqual([
    {
      ok: false,
      what: `secrets: a restore was interrupted; ${file}: the key from before it`,
      remedy: expect.stringContaining('run the restore again with --replace'),
    },
  ]);
});

test('too little room is told with how much is needed', ({ dataDir }) => {
  expect(faultsOf(dataDir, 255)).toEqual([
    {
      ok: false,
      what: 'disk: 255 MB free',
      remedy: 'free up at least 256 MB; below that, Lectern becomes read-only',
    },
  ]);
});
