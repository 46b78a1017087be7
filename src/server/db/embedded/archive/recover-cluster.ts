import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#server/platform/log';
import { closeAll } from '../../backup/close-all.ts';
import { openClient } from '../../backup/open-client.ts';
import { refuseLittleRoom } from '../../backup/refuse-full-disk.ts';
import { chownAll } from '../chown-all.ts';
import { clearTheWay } from '../clear-the-way.ts';
import { type Connection, DATABASE, DATABASE_USER } from '../connection.ts';
import { copyTree, measureTree } from '../copy-tree.ts';
import { keepPassword, newPassword, passwordIn, syncDirectory } from '../database-password.ts';
import { freeBytes, RESERVE_BYTES } from '../disk-watch.ts';
import { type Identity, serverIdentity } from '../identity.ts';
import { type Locations, locate, MAJOR_VERSION } from '../locations.ts';
import { startPostmaster } from '../postmaster.ts';
import { prepareDataDir } from '../prepare-data-dir.ts';
import { isServerOf, readPidFile, stopProcess } from '../server-process.ts';
import { makeSocketDirectory } from '../socket-directory.ts';
import { inStartTurn, type StartTurn } from '../unseen/start-turn.ts';
import { refuseOtherBase } from './archive-record.ts';
import { forgetKept, keptPlace, noteKept, refuseHalfRecovered, refuseKept } from './kept-cluster.ts';
import { archiveSettings, makeArchive, recoverySettings } from './wal-archive.ts';

const LAST_WORDS_MS = 100;
const END_WITHIN_MS = 5000;
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
  /** Ends it before its last step, with nothing left behind. */
  readonly signal?: AbortSignal;
  readonly free?: typeof freeBytes;
}

const NAME = `lectern pid ${process.pid}: a recovery`;

/**
 * Brings a base backup to a moment, beside the database, which it replaces at the very end. Nobody can start a server of this data
 * folder meanwhile. Killed before the end, the database is as it was, and the next recovery begins again. Answers where the
 * database from before is kept; null when there was none.
 */
export async function recoverCluster(recovery: Recovery): Promise<string | null> {
  const { base, dataDir } = recovery;
  if (!existsSync(join(base, 'backup_label'))) throw new Error(`${base} isn't a base backup.`);
  prepareDataDir(dataDir, freeBytes);
  return inStartTurn(dataDir, NAME, (turn) => recoverInTurn(recovery, turn));
}

async function recoverInTurn(recovery: Recovery, turn: StartTurn): Promise<string | null> {
  const { base, dataDir, log, say } = recovery;
  const identity = serverIdentity(dataDir);
  const locations = locate(dataDir, identity);
  const { cluster, home, socketDirectory } = locations;
  refuseHalfRecovered(cluster);
  refuseKept(cluster, base);
  refuseOtherBase(recovery.archive, base);
  // A school that is just starting, or whose server is left over.
  const known = passwordIn(dataDir);
  const connection = connectionTo(socketDirectory, known ?? '');
  await clearTheWay({ dataDir, cluster, connection, name: NAME, log, turn });
  const recovering = join(home, `recovering-${MAJOR_VERSION}`);
  const beside = {
    ...locations,
    cluster: recovering,
    // In its own folder, whoever means the school doesn't reach it.
    socketDirectory: makeSocketDirectory(home, home, identity, { name: 'run-recovery' }),
  };
  const password = known ?? newPassword();
  try {
    await recoverBeside(beside, identity, { ...recovery, turn }, password);
  } finally {
    rmSync(beside.socketDirectory, { recursive: true, force: true });
  }
  if (turn.isLost() || recovery.signal?.aborted) {
    await rm(recovering, { recursive: true, force: true });
    recovery.signal?.throwIfAborted();
    throw new Error('Lectern was started meanwhile. Nothing was changed.');
  }
  const kept = existsSync(cluster) ? keptPlace(cluster, base) : null;
  // Only now: until here, one that is lost can be put back for the database from before. Where it can't be kept, nothing has changed.
  if (known === null) {
    keepPassword(dataDir, password);
    say('The database has a new password, because there was none in the data folder.');
  }
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

const connectionTo = (host: string, password: string): Connection => ({
  host,
  port: 5432,
  user: DATABASE_USER,
  password,
  database: DATABASE,
});

/** Makes a recovered cluster in a place of its own, or nothing. */
async function recoverBeside(
  locations: Locations,
  identity: Identity | null,
  recovery: Recovery & { readonly turn: StartTurn },
  password: string,
): Promise<void> {
  const { archive, base, dataDir, free = freeBytes, log, say, signal, to, turn } = recovery;
  const { cluster, home, socketDirectory } = locations;
  const connection = connectionTo(socketDirectory, '');
  await clearTheWay({ dataDir, cluster, connection, name: NAME, log, turn });
  // What one that was killed has left.
  await rm(cluster, { recursive: true, force: true });
  refuseLittleRoom(`the recovery in ${home}`, home, {
    needed: await measureTree(base),
    free,
    otherwise: `move what earlier recoveries have kept elsewhere (${MAJOR_VERSION}-before-…)`,
  });
  const before = (bytes: number) => {
    signal?.throwIfAborted();
    if (free(home) < bytes + RESERVE_BYTES) throw new Error(`The disk of ${home} is nearly full`);
  };
  try {
    makeArchive(archive, identity);
    await copyTree(base, cluster, { before });
    writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
    const door = join(cluster, 'recovering_hba.conf');
    writeFileSync(door, DOOR, { mode: 0o600 });
    if (identity) chownAll(cluster, identity);
    say(`The base backup was copied to ${cluster}.`);
    const settings = [`hba_file=${door}`, ...archiveSettings(archive), ...recoverySettings(archive, to)];
    await goOn(locations, identity, { connection, password, settings, signal });
    rmSync(door);
    say(`PostgreSQL has brought it to ${to.toISOString()}.`);
  } catch (cause) {
    await rm(cluster, { recursive: true, force: true });
    signal?.throwIfAborted();
    throw new Error(
      `The recovery failed, and the database is as it was. Is there a base backup from before ${to.toISOString()}, and was anything written after it? (${cause instanceof Error ? cause.message : cause})`,
      { cause },
    );
  }
}

interface Beside {
  readonly connection: Connection;
  readonly password: string;
  readonly settings: readonly string[];
  readonly signal: AbortSignal | undefined;
}

/** Runs the server until it has recovered and has the password of this data folder. */
async function goOn(
  locations: Locations,
  identity: Identity | null,
  { connection, password, settings, signal }: Beside,
): Promise<void> {
  let lastWords = '';
  const listen = (line: string) => {
    if (line.startsWith('FATAL')) lastWords = line;
  };
  signal?.throwIfAborted();
  // It may work for hours before it is ready.
  const end = () => void endServer(locations.cluster);
  signal?.addEventListener('abort', end, { once: true });
  const starting = startPostmaster(locations, identity, listen, settings);
  const server = await starting.finally(() => signal?.removeEventListener('abort', end));
  try {
    signal?.throwIfAborted();
    await untilRecovered(connection);
    await closeAll(connection);
    await setPassword(connection, password);
  } catch (error) {
    // Why the server ended says more than that it hung up, and may still be on its way to us.
    await wait(LAST_WORDS_MS);
    throw lastWords === '' ? error : new Error(lastWords, { cause: error });
  } finally {
    await server.stop();
  }
}

/** Ends a server that was just started, and may not say yet which one it is. */
async function endServer(cluster: string): Promise<void> {
  for (const deadline = Date.now() + END_WITHIN_MS; Date.now() < deadline; await wait(50)) {
    const file = readPidFile(cluster);
    if (file) return stopProcess(file.pid, () => !isServerOf(file.pid, cluster));
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
