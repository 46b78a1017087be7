import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Identity } from './identity.ts';

/** Where root keeps what an unprivileged user must reach. */
export const SHARED = '/var/lib/lectern';

/** Whether the server's user can get to a path: every folder of it must let that user pass. */
export function isReachable(path: string, { gid, uid }: Identity): boolean {
  for (let folder = realpathSync(path); ; folder = dirname(folder)) {
    const stats = statSync(folder);
    const needed = stats.uid === uid ? 0o100 : stats.gid === gid ? 0o010 : 0o001;
    if ((stats.mode & needed) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
