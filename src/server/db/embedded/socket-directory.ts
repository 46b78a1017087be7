import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Identity } from './identity.ts';

/** PostgreSQL refuses longer addresses of a socket. */
const MAX_SOCKET_PATH = 107;

/** Twelve letters that stand for a data folder, by whatever name it was reached. */
export function fingerprint(dataDir: string): string {
  return createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12);
}

/** A private folder for the socket. Never inside DATA_DIR: the address would be too long in a deep folder. */
export function makeSocketDirectory(dataDir: string, identity: Identity | null): string {
  const directory = join(baseDirectory(identity), nameOf(dataDir, identity));
  if (Buffer.byteLength(join(directory, '.s.PGSQL.5432')) > MAX_SOCKET_PATH)
    throw new Error(
      `The database socket path is too long: ${directory}. Set XDG_RUNTIME_DIR or TMPDIR to a shorter path.`,
    );
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const found = lstatSync(directory);
  // Folders for temporary files are open to all; the one of root is not, and its owner may have changed.
  if (!found.isDirectory() || (!identity && found.uid !== process.getuid?.()))
    throw new Error(`${directory} belongs to another user. Remove it, or set TMPDIR to a folder you own.`);
  chmodSync(directory, 0o700);
  if (identity) chownSync(directory, identity.uid, identity.gid);
  return directory;
}

function baseDirectory(identity: Identity | null): string {
  if (identity) return existsSync('/run') ? '/run' : '/var/run';
  const runtime = process.env.XDG_RUNTIME_DIR;
  return runtime && existsSync(runtime) ? runtime : tmpdir();
}

function nameOf(dataDir: string, identity: Identity | null): string {
  return `lectern-${identity ? '' : `${process.getuid?.() ?? ''}-`}${fingerprint(dataDir)}`;
}
