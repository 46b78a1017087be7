import { existsSync, linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { exists, isServerAt } from './server-process.ts';
import { socketIn } from './socket-directory.ts';

/**
 * Removes the lock files of a server that is no more. PostgreSQL does that itself, unless its number belongs to another
 * process now, or to a zombie that nobody buries, as in containers: then it would refuse to start for ever.
 */
export function removeStaleLocks(pid: number, cluster: string): void {
  if (exists(pid)) removeLockOf(pid, join(cluster, 'postmaster.pid'));
}

/** The same for the lock of the socket, which a cluster that was replaced may have left. */
export function removeStaleSocketLock(socketDirectory: string): void {
  const lock = `${socketIn(socketDirectory)}.lock`;
  const pid = existsSync(lock) ? holderOf(lock) : 0;
  if (pid > 0 && exists(pid) && !isServerAt(pid, socketDirectory)) removeLockOf(pid, lock);
}

/** Takes the file away before it is removed: another start may have put a living one in its place meanwhile. */
function removeLockOf(pid: number, file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    if (holderOf(file) !== pid) return;
    renameSync(file, aside);
  } catch {
    return;
  }
  if (holderOf(aside) !== pid) linkSync(aside, file);
  rmSync(aside, { force: true });
}

/** The lock of a socket holds the number negative. */
function holderOf(file: string): number {
  return Math.abs(Number(readFileSync(file, 'utf8').split('\n')[0]));
}
