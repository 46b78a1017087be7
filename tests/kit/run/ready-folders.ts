import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { serverIdentity } from '#server/db/embedded/identity';
import { makeSocketDirectory } from '#server/db/embedded/socket-directory';
import { startEmbedded } from '#server/db/embedded/start-embedded';
import { migrate } from '#server/db/migrating/migrate';
import { createLog } from '#server/platform/log';
import { onceInRun } from './once-in-run.ts';

/**
 * Makes a data folder as a first start leaves it that was ended before there was a school: a cluster with empty tables and
 * its password. A copy takes a twentieth of the work of making one.
 */
export async function makeReadyFolder(dataDir: string): Promise<void> {
  const made = await onceInRun('data-folder', async (folder) => {
    const engine = await startEmbedded({
      dataDir: folder,
      address: 'http://localhost:1',
      log: createLog('silent'),
      settings: ['fsync=off', 'full_page_writes=off', 'min_wal_size=32MB', 'max_wal_size=32MB'],
    });
    await migrate(engine.connection);
    await engine.stop();
    rmSync(makeSocketDirectory(folder, join(folder, 'postgres'), serverIdentity()), { recursive: true });
  });
  // With owners and modes, which the server insists on.
  const { status, stderr } = spawnSync('cp', ['-a', made, dataDir], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The data folder could not be copied: ${stderr}`);
}
