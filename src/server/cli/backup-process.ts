import { setPriority } from 'node:os';
import { systemCaller } from '#server/db/audit';
import { sentenceOf } from '#server/db/backup/backup-error';
import type { BackupFault, BackupOrder } from '#server/jobs/make-in-process';
import { backUpToPlace } from './back-up-to-place.ts';
import { reachRunning } from './open-services.ts';

/** Requests come first. */
const PRIORITY = 10;

const ending = new AbortController();
// Its parent stops, or is gone.
process.on('disconnect', () => ending.abort(new Error('The server stopped.')));
process.once('message', async ({ config }: BackupOrder) => {
  try {
    setPriority(PRIORITY);
    const { connection } = await reachRunning(config);
    await backUpToPlace(config, connection, { caller: systemCaller, signal: ending.signal });
    process.exit(0);
  } catch (error) {
    const fault: BackupFault = { error: sentenceOf(error) };
    if (!process.connected) process.exit(1);
    process.send?.(fault, () => process.exit(1));
  }
});
