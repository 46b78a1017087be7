import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statfsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { FULL_BYTES } from '#domain/health/disk-state';

/** Below this no more writes are accepted: the write-ahead log needs room to finish what it has started. */
export const RESERVE_BYTES = FULL_BYTES;
/** Below this a server cannot even start: it needs room for two pieces of its log. */
export const START_BYTES = 32 * 1024 * 1024;
const BALLAST_BYTES = 64 * 1024 * 1024;
/** Little enough to be given back with the rest: what a start leaves behind stays for long. */
const PIECE_BYTES = 256 * 1024;
const BALLAST = 'ballast';

/** The least that is free where these folders are. A folder that cannot be asked does not count: its user will say why. */
export function freeBytes(...directories: readonly string[]): number {
  return Math.min(
    ...directories.map((directory) => {
      try {
        const { bavail, bsize } = statfsSync(directory);
        return bavail * bsize;
      } catch {
        return Number.POSITIVE_INFINITY;
      }
    }),
  );
}

/** A file that can be given up when the disk is full, so that the server has room to recover. */
export async function keepBallast(directory: string): Promise<void> {
  const file = join(directory, BALLAST);
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size >= BALLAST_BYTES || freeBytes(directory) < RESERVE_BYTES + 2 * BALLAST_BYTES) return;
  const handle = await open(file, 'w', 0o600);
  try {
    // Zeros take no room where the file system compresses.
    const piece = randomBytes(PIECE_BYTES);
    for (let written = 0; written < BALLAST_BYTES; written += piece.length) await handle.write(piece);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Answers whether there was something to give up. */
export function dropBallast(directory: string): boolean {
  const file = join(directory, BALLAST);
  const isThere = existsSync(file);
  rmSync(file, { force: true });
  return isThere;
}
