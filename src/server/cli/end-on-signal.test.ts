import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { fileTarget } from '#server/db/backup/archive-file';
import { writeBackup } from '#server/db/backup/write-backup';
import { diskStorage } from '#server/platform/storage-disk';
import { test } from '#tests/kit/database';
import { connectionOf, scratchFolder } from '#tests/kit/filled-school';

import { endOnSignal } from './end-on-signal.ts';

test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a backup that %s ends leaves nothing behind',
  async (name, { db }) => {
    const folder = scratchFolder();
    const connection = await connectionOf(db);
    const before = process.listenerCount(name);
    const work = endOnSignal((signal) =>
      writeBackup({
        connection,
        storage: diskStorage(join(folder.path, 'uploads')),
        openSecret: async () => 'k'.repeat(43),
        target: fileTarget(join(folder.path, 'school.backup'), { replaces: false }),
        version: '1.2.3',
        now: new Date(),
        say: () => {
          // npm passes it on a second time.
          for (let time = 0; time < 2; time += 1) process.emit(name);
        },
        signal,
      }),
    );
    await expect(work).rejects.toThrow('Stopped before it was finished. Nothing was saved.');
    expect(readdirSync(folder.path)).toEqual([]);
    expect(process.listenerCount(name)).toBe(before);
    folder.remove();
  },
);
