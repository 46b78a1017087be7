import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '#server/platform/log';
import { diskStorage } from '#server/platform/storage-disk';
import { removeUnfinishedFiles } from './remove-unfinished-files.ts';

const HALF = '.0b0e5a52-3a5c-4d5e-9f6a-1c2d3e4f5a6b.part';
const HOUR = 3600 * 1000;

test('a half-written file is removed when nobody wrote to it for a day', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-unfinished-'));
  try {
    const now = Date.now();
    const services = {
      clock: { now: () => new Date(now) },
      log: createLog('silent'),
      storage: diskStorage(folder),
    };
    const leave = (ageMs: number) => {
      writeFileSync(join(folder, HALF), 'half');
      utimesSync(join(folder, HALF), (now - ageMs) / 1000, (now - ageMs) / 1000);
    };
    leave(23 * HOUR);
    expect(await removeUnfinishedFiles(services)).toBe(0);
    leave(25 * HOUR);
    expect(await removeUnfinishedFiles(services)).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
