import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeCopyFolder } from './make-copy-folder.ts';
import { removeAbandonedCopies } from './remove-abandoned-copies.ts';

test('what was left of a copy is removed after a day, and nothing else is', async () => {
  const around = mkdtempSync(join(tmpdir(), 'lectern-own-'));
  vi.stubEnv('TMPDIR', around);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(around, { recursive: true });
  });
  const now = new Date();
  const age = (path: string, hours: number) => {
    const at = new Date(now.getTime() - hours * 3600 * 1000);
    utimesSync(path, at, at);
  };
  const left = await makeCopyFolder();
  writeFileSync(join(left, 'comments.json'), '[]');
  age(left, 25);
  const young = await makeCopyFolder();
  age(young, 23);
  for (const name of ['lectern-export-of-others', 'lectern-own-abcdef', 'other-abcdef']) {
    mkdirSync(join(around, name));
    age(join(around, name), 100);
  }
  writeFileSync(join(around, 'lectern-export-aFile1'), '');
  age(join(around, 'lectern-export-aFile1'), 100);
  symlinkSync(join(around, 'other-abcdef'), join(around, 'lectern-export-aLink1'));
  await removeAbandonedCopies(now);
  expect(readdirSync(around).sort()).toEqual(
    [
      basename(young),
      'lectern-export-aFile1',
      'lectern-export-aLink1',
      'lectern-export-of-others',
      'lectern-own-abcdef',
      'other-abcdef',
    ].sort(),
  );
});
