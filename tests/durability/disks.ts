import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { test as base, isRoot } from './engines.ts';

const MEGABYTE = 1024 * 1024;
/** Small disks need root, and a machine that lets root mount. */
export const CAN_MOUNT = isRoot && tryMount();

function tryMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'lectern-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]).status === 0;
  if (mounted) spawnSync('umount', [place]);
  rmdirSync(place);
  return mounted;
}

/** A disk of its own that can be filled without harm to anybody. */
export const test = base.extend<{ disk: string }>({
  disk: async ({ scratch }, use) => {
    const disk = join(scratch, 'disk');
    mkdirSync(disk);
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=560m,mode=0711', 'tmpfs', disk]).status).toBe(0);
    await use(disk);
    spawnSync('umount', ['-l', disk]);
  },
});

/** Makes a disk read-only, or writable again. */
export function remount(disk: string, mode: 'ro' | 'rw'): void {
  expect(spawnSync('mount', ['-o', `remount,${mode}`, disk]).status).toBe(0);
}

/** The room that is kept for a full disk is taken a moment after the start. */
export async function untilBallast(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postgres', 'ballast');
  while ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < 64 * MEGABYTE) await wait(50);
}

/** Leaves this many megabytes free. Answers the file that takes the room. */
export function fill(disk: string, leave: number): string {
  const { bavail, bsize } = statfsSync(disk);
  const filler = join(disk, `filler-${leave}`);
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leave * MEGABYTE)));
  return filler;
}
