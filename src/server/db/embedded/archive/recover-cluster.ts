import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#server/platform/log';
import { closeAll } from '../../backup/close-all.ts';
import { openClient } from '../../backup/open-client.ts';
import { chownAll } from '../chown-all.ts';
import { clearTheWay } from '../clear-the-way.ts';
import { type Connection, DATABASE, DATABASE_USER } from '../connection.ts';
import { copyTree } from '../copy-tree.ts';
import { madePassword, syncDirectory } from '../database-password.ts';
import { freeBytes } from '../disk-watch.ts';
import { findRunning } from '../find-running.ts';
import { type Identity, serverIdentity } from '../identity.ts';
import { type Locations, locate, MAJOR_VERSION } from '../locations.ts';
import { startPostmaster } from '../postmaster.ts';
import { prepareDataDir } from '../prepare-data-dir.ts';
import { refuseOtherBase } from './archive-record.ts';
import { forgetKept, keptPlace, noteKept, refuseHalfRecovered, refuseKept } from './kept-cluster.ts';
import { archiveSettings, makeArchive, recoverySettings } from './wal-archive.ts';

const LAST_WORDS_MS = 100;
/**
 * Who may enter while it recovers: whoever reaches the socket, in a folder for the server's user alone. The database has the
 * password of the moment of the base backup, which is gone with the machine, or is another one after a restore.
 */
const DOOR = `local all ${DATABASE_USER} trust\n`;

interface Recovery {
  readonly dataDir: string;
  /** Folder with the archived log. */
  readonly archive: string;
  /** Folder with a base backup. */
  readonly base: string;
  readonly to: Date;
  readonly log: Log;
  /** Told a line for each step. */
  readonly say: (line: string) => void;
}

/**
 * Brings a base backup to a moment, beside the database, which it replaces at the very end. Killed before that, the database is
 * as it was, and the next recovery begins again. Answers where the database from before is kept; null when there was none.
 */
export async function recoverCluster(recovery: Recovery): Promise<string | null> {
  const { base, dataDir, say } = recovery;
  if (!existsSync(join(base, 'backup_label'))) throw new Error(`${base} isn't a base backup.`);
  prepareDataDir(dataDir, freeBytes);
  const identity = serverIdentity(dataDir);
  const locations = locate(dataDir, identity);
  const { cluster, home } = locations;
  refuseHalfRecovered(cluster);
  refuseKept(cluster, base);
  refuseOtherBase(recovery.archive, base);
  const recovering = join(home, `recovering-${MAJOR_VERSION}`);
  await recoverBeside({ ...locations, cluster: recovering }, identity, recovery);
  if (await findRunning(dataDir)) throw new Error('Lectern was started meanwhile. Nothing was changed.');
  const kept = existsSync(cluster) ? keptPlace(cluster, base) : null;
  if (kept !== null) {
    noteKept(cluster, kept);
    renameSync(cluster, kept);
    say(`The database from before was moved to ${kept}.`);
  }
  renameSync(recovering, cluster);
  syncDirectory(home);
  forgetKept(cluster);
  return kept;
}

/** Makes a recovered cluster in a place of its own, or nothing. */
async function recoverBeside(locations: Locations, identity: Identity | null, recovery: Recovery) {
  const { archive, base, dataDir, log, say, to } = recovery;
  const { cluster, socketDirectory: host } = locations;
  const connection = { host, port: 5432, user: DATABASE_USER, password: '', database: DATABASE };
  await clearTheWay({ dataDir, cluster, connection, name: 'a recovery', log });
  // What one that was killed has left.
  rmSync(cluster, { recursive: true, force: true });
  try {
    makeArchive(archive, identity);
    await copyTree(base, cluster);
    writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
    const door = join(cluster, 'recovering_hba.conf');
    writeFileSync(door, DOOR, { mode: 0o600 });
    if (identity) chownAll(cluster, identity);
    say(`The base backup was copied to ${cluster}.`);
    const settings = [`hba_file=${door}`, ...archiveSettings(archive), ...recoverySettings(archive, to)];
    await goOn(locations, identity, { connection, dataDir, settings });
    rmSync(door);
    say(`PostgreSQL has brought it to ${to.toISOString()}.`);
  } catch (cause) {
    rmSync(cluster, { recursive: true, force: true });
    throw new Error(
      `The recovery failed, and the database is as it was. Is there a base backup from before ${to.toISOString()}, and was anything written after it? (${cause instanceof Error ? cause.message : cause})`,
      { cause },
    );
  }
}

interface Beside {
  readonly connection: Connection;
  readonly dataDir: string;
  readonly settings: readonly string[];
}

/** Runs the server until it has recovered and has the password of this data folder. */
async function goOn(
  locations: Locations,
  identity: Identity | null,
  { connection, dataDir, settings }: Beside,
): Promise<void> {
  let lastWords = '';
  const listen = (line: string) => {
    if (line.startsWith('FATAL')) lastWords = line;
  };
  const server = await startPostmaster(locations, identity, listen, settings);
  try {
    await untilRecovered(connection);
    await closeAll(connection);
    await setPassword(connection, madePassword(dataDir));
  } catch (error) {
    // Why the server ended says more than that it hung up, and may still be on its way to us.
    await wait(LAST_WORDS_MS);
    throw lastWords === '' ? error : new Error(lastWords, { cause: error });
  } finally {
    await server.stop();
  }
}

/** Waits until a server that recovers has reached its target and takes writes again. */
async function untilRecovered(connection: Connection): Promise<void> {
  const client = await openClient(connection, 'a recovery');
  try {
    for (;;) {
      const { rows } = await client.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers');
      if (rows[0]?.recovers === false) return;
      await wait(200);
    }
  } finally {
    await client.end();
  }
}

async function setPassword(connection: Connection, password: string): Promise<void> {
  const client = await openClient(connection, 'a recovery');
  try {
    await client.query(
      `alter role ${client.escapeIdentifier(DATABASE_USER)} password ${client.escapeLiteral(password)}`,
    );
  } finally {
    await client.end();
  }
}
