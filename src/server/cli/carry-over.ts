import { resolve } from 'node:path';
import type { Config } from '#server/config';
import { carryOver } from '#server/db/embedded/carry-over/carry-over';
import { createLog } from '#server/platform/log';
import { endOnSignal } from './end-on-signal.ts';

/** Moves the school of an older major version of the embedded PostgreSQL into the one of this version. */
export async function carryDatabaseOver(config: Config, folder: string): Promise<number> {
  if (config.databaseUrl)
    throw new Error(
      'DATABASE_URL is set: upgrade that server as its provider describes. Nothing was changed.',
    );
  const kept = await endOnSignal(
    (signal) =>
      carryOver({
        dataDir: config.dataDir,
        oldNative: resolve(folder),
        log: createLog('warn'),
        say: (line) => console.log(line),
        signal,
      }),
    'The carry-over was stopped, and the database is as it was.',
  );
  console.log(
    `\nThe school was carried over. You can start Lectern now. The old database is kept in ${kept}: delete that folder once the school runs well.`,
  );
  if (config.walArchive !== undefined)
    console.log(
      'The new database has another log: set WAL_ARCHIVE to an empty folder before the start, and make a new base backup after it.',
    );
  return 0;
}
