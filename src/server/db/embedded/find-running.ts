import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, DATABASE } from './connection.ts';
import { DATABASE_USER, databasePassword } from './create-cluster.ts';
import { serverIdentity } from './identity.ts';
import { locate } from './locations.ts';
import { isServerOf, readPid } from './postmaster.ts';

/** How to reach the embedded server of a data directory that runs at this moment; null when none does. */
export function findRunning(dataDir: string): Connection | null {
  if (!existsSync(join(dataDir, 'postgres'))) return null;
  const { cluster, socketDirectory } = locate(dataDir, serverIdentity());
  const pid = readPid(cluster);
  if (pid === null || !isServerOf(pid, cluster)) return null;
  return {
    host: socketDirectory,
    port: 5432,
    user: DATABASE_USER,
    password: databasePassword(dataDir),
    database: DATABASE,
  };
}
