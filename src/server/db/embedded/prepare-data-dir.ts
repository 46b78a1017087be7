import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dropBallast, type freeBytes, RESERVE_BYTES, START_BYTES } from './disk-watch.ts';

/** Makes the data folder; throws one sentence with what to do when it cannot hold a school. */
export function prepareDataDir(dataDir: string, free: typeof freeBytes): void {
  try {
    if (!existsSync(dataDir)) makeDataDir(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `Lectern can't write to its data folder ${dataDir}: ${reason}. Make it writable, or set DATA_DIR to another folder.`,
    );
  }
  const home = join(dataDir, 'postgres');
  const folders = existsSync(home) ? [dataDir, home] : [dataDir];
  if (free(...folders) < START_BYTES && existsSync(home)) dropBallast(home);
  // A first start makes about 60 MB; a later one needs room to recover.
  const needed = existsSync(home) ? START_BYTES : RESERVE_BYTES;
  if (free(...folders) < needed)
    throw new Error(
      `The disk with the data folder ${dataDir} is full: only ${toMegabytes(free(...folders))} MB free. Nothing was changed. Free up at least ${toMegabytes(RESERVE_BYTES)} MB, or set DATA_DIR to a folder on another disk.`,
    );
}

const toMegabytes = (bytes: number) => Math.floor(bytes / 1024 ** 2);

/** The server's user must be able to pass a folder of root; what is secret inside has its own protection. */
function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    // On a read-only disk Node says that there is no such folder; asking for leave gives the true reason.
    accessSync(nearestFolder(dataDir), constants.W_OK);
    throw error;
  }
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o711);
}

function nearestFolder(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) ? parent : nearestFolder(parent);
}
