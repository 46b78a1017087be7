import { resolve } from 'node:path';
import type { Config } from '#server/config';
import { recoverCluster } from '#server/db/embedded/archive/recover-cluster';
import { copyBase } from '#server/db/embedded/base-backup';
import { findRunning } from '#server/db/embedded/find-running';
import { serverIdentity } from '#server/db/embedded/identity';
import { locate } from '#server/db/embedded/locations';
import { forgetUpgrade } from '#server/db/migrating/upgrade-under-way';
import { createLog } from '#server/platform/log';
import { endOnSignal } from './end-on-signal.ts';

const ELSEWHERE =
  'This is for the embedded database. For your own PostgreSQL, use pg_basebackup and its recovery settings.';

/** Copies the files of the running embedded database, as the beginning of a recovery to a point in time. */
export async function baseBackup(config: Config, folder: string): Promise<number> {
  if (config.databaseUrl) throw new Error(ELSEWHERE);
  const running = await findRunning(config.dataDir);
  if (!running)
    throw new Error("Lectern isn't running. Start it first: it keeps running while its files are copied.");
  const { cluster } = locate(config.dataDir, serverIdentity(config.dataDir));
  await endOnSignal((signal) => copyBase(running, cluster, resolve(folder), { signal }));
  console.log(`Base backup saved to ${resolve(folder)}. Keep ${config.walArchive} with it.`);
  return 0;
}

/** Brings the embedded database to a moment after a base backup; what it was is kept beside it. */
export async function recover(config: Config, folder: string, moment: string): Promise<number> {
  const { dataDir, walArchive } = config;
  if (config.databaseUrl) throw new Error(ELSEWHERE);
  if (walArchive === undefined) throw new Error('Set WAL_ARCHIVE to the folder with the archived log.');
  const to = new Date(moment);
  if (!/T.*(?:Z|[+-]\d\d:\d\d)$/.test(moment) || Number.isNaN(to.getTime()))
    throw new Error(`"${moment}" isn't a time with its zone, such as 2026-11-26T14:30:00Z.`);
  if (await findRunning(dataDir)) throw new Error('Lectern is running. Stop it first.');
  const kept = await endOnSignal(
    (signal) =>
      recoverCluster({
        dataDir,
        archive: walArchive,
        base: resolve(folder),
        to,
        log: createLog('silent'),
        say: (line) => console.log(line),
        signal,
      }),
    'The recovery was stopped, and the database is as it was.',
  );
  // An upgrade that had begun is of what is kept aside.
  forgetUpgrade(dataDir);
  console.log(
    `\nThe database is as it was at ${to.toISOString()}. You can start Lectern now. Everyone needs to log in again.`,
  );
  if (kept) console.log(`What it was before is in ${kept}. Delete it when all is well.`);
  return 0;
}
