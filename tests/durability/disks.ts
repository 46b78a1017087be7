import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { test as base, isRoot } from './engines.ts';

const MEGABYTE = 1024 * 1024;
const SIZE = 560;
const PRETENDED = join(import.meta.dirname, 'small-disk-process.ts');
/** Small disks need root, and a machine that lets root mount. */
export const CAN_MOUNT = isRoot && tryMount();

function tryMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'lectern-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place]).status === 0;
  if (mounted) spawnSync('umount', [place]);
  rmdirSync(place);
  return mounted;
}

/** A disk that can be filled without harm to anybody: a real one, or where that is not allowed one that says it is small. */
export interface SmallDisk {
  readonly folder: string;
  /** What a server on it must be started with. */
  readonly env: Record<string, string>;
  /** Leaves this many megabytes free. */
  readonly fill: (leave: number) => void;
  readonly empty: () => void;
}

interface Kit {
  /** Where a real disk is mounted. */
  readonly disk: string;
  readonly small: SmallDisk;
}

export const test = base.extend<Kit>({
  disk: async ({ scratch }, use) => {
    const disk = join(scratch, 'disk');
    mkdirSync(disk);
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}m,mode=0711`, 'tmpfs', disk]).status).toBe(
      0,
    );
    await use(disk);
    spawnSync('umount', ['-l', disk]);
  },
  small: CAN_MOUNT
    ? async ({ disk }, use) => {
        const fillers: string[] = [];
        const empty = () => {
          for (const filler of fillers.splice(0)) rmSync(filler);
        };
        await use({ folder: disk, env: {}, fill: (leave) => fillers.push(fill(disk, leave)), empty });
      }
    : async ({ scratch }, use) => {
        const file = join(scratch, 'free');
        const fill = (leave: number) => writeFileSync(file, String(leave));
        fill(SIZE);
        const env = { NODE_OPTIONS: `--import=${pathToFileURL(PRETENDED)}`, SMALL_DISK: file };
        await use({ folder: scratch, env, fill, empty: () => fill(SIZE) });
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
