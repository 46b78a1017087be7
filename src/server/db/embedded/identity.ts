import { readFileSync } from 'node:fs';

/** The user that the server runs as; null: the same as this process. PostgreSQL refuses to run as root. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
}

/** Null for an ordinary user; for root an existing unprivileged user of the machine. */
export function serverIdentity(): Identity | null {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const user = users.find(([name]) => name === wanted);
    if (user) return { name: wanted, uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody". Start Lectern as an ordinary user, or set DATABASE_URL.',
  );
}

/** Whether that user can get to a path: every folder above it must let others pass. */
export function canReach(
  identity: Identity,
  stats: readonly { mode: number; uid: number; gid: number }[],
): boolean {
  return stats.every(({ gid, mode, uid }) => {
    if (uid === identity.uid) return (mode & 0o100) !== 0;
    if (gid === identity.gid) return (mode & 0o010) !== 0;
    return (mode & 0o001) !== 0;
  });
}
