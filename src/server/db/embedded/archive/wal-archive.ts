import { chownSync, mkdirSync } from 'node:fs';
import type { Identity } from '../identity.ts';
import { timelineAt } from './archive-record.ts';

/** However little is written, no more than this is lost with the machine. */
const ARCHIVE_SECONDS = 300;

/** Makes the folder that the server copies its log to. */
export function makeArchive(folder: string, identity: Identity | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (identity) chownSync(folder, identity.uid, identity.gid);
}

/**
 * Has the server keep each piece of its log in this folder. A piece appears when it is whole and on the disk: the server then
 * forgets its own. One that is there already, from before a crash, must be the same. The path has no characters that a shell
 * would read.
 */
export function archiveSettings(folder: string): string[] {
  const file = `${folder}/%f`;
  const keep = `cp %p ${file}.partial && sync ${file}.partial && mv ${file}.partial ${file}`;
  return [
    'archive_mode=on',
    `archive_timeout=${ARCHIVE_SECONDS}`,
    `archive_command=if test -f ${file}; then cmp -s %p ${file}; else ${keep}; fi && sync ${folder}`,
  ];
}

/**
 * Has a server that starts from a base backup go on to this moment, and no further. It follows the timeline that the
 * database was on then: the newest one can have left that one at an earlier moment, by another recovery.
 */
export function recoverySettings(folder: string, to: Date): string[] {
  // A setting takes an offset, and no "Z".
  const time = to.toISOString().replace('T', ' ').replace('Z', '+00');
  return [
    `restore_command=cp ${folder}/%f %p`,
    `recovery_target_time=${time}`,
    `recovery_target_timeline=${timelineAt(folder, to) ?? 'current'}`,
    'recovery_target_action=promote',
  ];
}
