import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Identity } from './identity.ts';
import { isReachable } from './reachable.ts';

/** The system refuses longer addresses of a socket. */
const MAX_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107;
const SOCKET = '.s.PGSQL.5432';

/** The socket of a server in this folder. */
export const socketIn = (directory: string): string => join(directory, SOCKET);

/** The folder for sockets beside the clusters. */
export const socketsBeside = (home: string, name = 'run'): string => join(home, name);

/** Twelve letters that stand for a data folder, by whatever name it was reached. */
export function fingerprint(dataDir: string): string {
  return createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12);
}

/**
 * A private folder for the socket: beside the cluster in `home`, which every process sees and which lives as long as the
 * data. Elsewhere only where the path would be too long, or the file system holds no sockets.
 */
export function makeSocketDirectory(
  dataDir: string,
  home: string,
  identity: Identity | null,
  { holds = holdsSockets, name }: { holds?: typeof holdsSockets; name?: string } = {},
): string {
  const beside = socketsBeside(home, name);
  if (fits(beside) && (!identity || isReachable(home, identity))) {
    openSocketDirectory(beside, identity);
    if (holds(beside)) return beside;
    rmSync(beside, { recursive: true });
  }
  const elsewhere = placesElsewhere(dataDir, identity);
  const directory = elsewhere.find(fits);
  if (directory === undefined)
    throw new Error(
      `The database socket path is too long: ${elsewhere[0]}. Set DATA_DIR or TMPDIR to a shorter path.`,
    );
  openSocketDirectory(directory, identity);
  return directory;
}

/** Makes the folder if it is gone, for the server's user alone. */
export function openSocketDirectory(directory: string, identity: Identity | null): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const descriptor = openOwn(directory);
  try {
    if (!identity && fstatSync(descriptor).uid !== process.getuid?.()) throw belongsToAnother(directory);
    // By descriptor: the server's user may not put a link in its place meanwhile.
    fchmodSync(descriptor, 0o700);
    if (identity) fchownSync(descriptor, identity.uid, identity.gid);
  } finally {
    closeSync(descriptor);
  }
}

function openOwn(directory: string): number {
  try {
    return openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch {
    throw belongsToAnother(directory);
  }
}

/** Folders for temporary files are open to all. */
const belongsToAnother = (directory: string) =>
  new Error(`${directory} belongs to another user. Remove it, or set TMPDIR to a folder you own.`);

const fits = (directory: string) => Buffer.byteLength(socketIn(directory)) <= MAX_SOCKET_PATH;

/** Whether a folder of sockets is none beside the clusters: another container doesn't see it. */
export const isSocketElsewhere = (directory: string): boolean => basename(directory).startsWith('lectern-');

/** Not in XDG_RUNTIME_DIR: it is removed when its user logs out, and the server may stay. */
function placesElsewhere(dataDir: string, identity: Identity | null): string[] {
  const mark = fingerprint(dataDir);
  if (identity) return [join(existsSync('/run') ? '/run' : '/var/run', `lectern-${mark}`)];
  return [tmpdir(), '/tmp'].map((folder) => join(folder, `lectern-${process.getuid?.() ?? ''}-${mark}`));
}

/** Some shared folders of virtual machines and network drives don't. */
function holdsSockets(directory: string): boolean {
  const path = join(directory, `.try-${process.pid}`);
  // Left by a process of this number that was killed.
  rmSync(path, { force: true });
  const server = createServer().on('error', () => undefined);
  // It is bound when this returns; only the event comes later.
  server.listen(path);
  const isBound = server.listening;
  server.close();
  rmSync(path, { force: true });
  return isBound;
}
