import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, DATABASE, DATABASE_USER } from './connection.ts';
import { MAJOR_VERSION } from './locations.ts';
import { isServerOf, readPidFile } from './server-process.ts';
import { socketsBeside } from './socket-directory.ts';
import { isListening } from './unseen/unseen-server.ts';

/**
 * How to reach the embedded server of a data directory that runs at this moment; null when none does. Makes nothing. The
 * server itself says where its socket is: it may have been started with other folders for temporary files than ours, or run
 * in another container.
 */
export async function findRunning(dataDir: string): Promise<Connection | null> {
  const home = join(dataDir, 'postgres');
  if (!statSync(home, { throwIfNoEntry: false })) return null;
  const cluster = join(realpathSync(home), MAJOR_VERSION);
  const file = readPidFile(cluster);
  if (!file?.isReady) return null;
  // Of one in another container only the socket beside the data says that it is of this folder, and not of one that this is a copy of.
  const isHere = isServerOf(file.pid, cluster);
  const host = isHere ? file.socketDirectory : socketsBeside(realpathSync(home));
  if (!isHere && !(await isListening(host))) return null;
  return {
    host,
    port: 5432,
    user: DATABASE_USER,
    password: readFileSync(join(dataDir, 'secrets', 'postgres-password'), 'utf8').trim(),
    database: DATABASE,
  };
}
