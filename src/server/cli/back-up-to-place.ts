import type pg from 'pg';
import type { Config } from '#server/config';
import { type BackupRun, insertBackupRun } from '#server/db/backup/backup-runs-sql';
import { makeBackup } from '#server/db/backup/make-backup';
import { openBackupPlace } from '#server/db/backup/places/open-places';
import { removeOldBackups } from '#server/db/backup/remove-old-backups';
import { openDatabase } from '#server/db/client';
import { systemClock } from '#server/platform/clock';
import { createLog } from '#server/platform/log';
import { openStorage } from '#server/platform/open-storage';
import { productVersion } from '#server/product-version';
import type { Caller } from '#server/services';

interface Options {
  readonly caller: Caller;
  readonly say?: (line: string) => void;
  readonly signal?: AbortSignal;
}

/** Makes a backup where the settings say, notes it, and removes those that are no longer kept. */
export async function backUpToPlace(
  config: Config,
  connection: pg.ClientConfig,
  { caller, say, signal }: Options,
): Promise<BackupRun> {
  const { keep, to } = config.backups;
  const place = await openBackupPlace(config.backups);
  const run = await makeBackup({
    config,
    connection,
    storage: await openStorage(config),
    place,
    folder: to.kind === 'folder' ? to.path : undefined,
    kind: 'school',
    version: productVersion(),
    now: () => systemClock.now(),
    ...(say && { say }),
    ...(signal && { signal }),
  });
  const db = openDatabase({ connection, log: createLog('warn'), maxConnections: 1 });
  await insertBackupRun(db, caller, run).finally(() => db.close());
  for (const name of await removeOldBackups(place, keep, systemClock.now())) say?.(`removed ${name}`);
  return run;
}
