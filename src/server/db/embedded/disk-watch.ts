import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Below this no more writes are accepted: the write-ahead log needs room to finish what it has begun. */
export const RESERVE_BYTES = 256 * 1024 * 1024;
const BALLAST_BYTES = 64 * 1024 * 1024;
const BALLAST = 'ballast';

export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

/** A file that can be given up when the disk is full, so that the server has room to recover. */
export function keepBallast(dataDir: string): void {
  const file = join(dataDir, BALLAST);
  if (existsSync(file) || freeBytes(dataDir) < RESERVE_BYTES + 2 * BALLAST_BYTES) return;
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    const block = Buffer.alloc(8 * 1024 * 1024);
    for (let written = 0; written < BALLAST_BYTES; written += block.length) writeSync(descriptor, block);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export function dropBallast(dataDir: string): void {
  rmSync(join(dataDir, BALLAST), { force: true });
}
