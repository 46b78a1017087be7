import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The user that the server runs as; null: the same as this process. PostgreSQL refuses to run as root. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Null for an ordinary user. For root the owner of the cluster that is there, so that a school once started by an
 * ordinary user goes on; without one an existing unprivileged user of the machine.
 */
export function serverIdentity(dataDir?: string): Identity | null {
  if (process.getuid?.() !== 0) return null;
  const owner =
    dataDir === undefined ? undefined : statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const user = users.find(([name]) => name === wanted);
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new Error(
    `PostgreSQL can't run as root, and this machine has no user named "postgres" or "nobody". Start Lectern as a regular user, or set DATABASE_URL.`,
  );
}
