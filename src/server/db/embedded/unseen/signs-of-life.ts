import { readFileSync, readlinkSync, statSync, utimesSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { startOf } from '../server-process.ts';

/** A process, as others know it. */
export interface Sign {
  readonly pid: number;
  readonly startedAt: string | null;
  /** Within what its number means something: another in every container and on every machine. Null where the system has none. */
  readonly namespace: string | null;
}

/** Longer than between two signs of life. */
const SILENT_MS = 6000;

export function ownSign(): Sign {
  return { pid: process.pid, startedAt: startOf(process.pid), namespace: ownNamespace() };
}

/** Whether its number says anything to us. On Linux, where everybody has a namespace, one that can't be read may be any. */
export const isAmongOurs = ({ namespace }: Sign): boolean =>
  namespace === ownNamespace() && (namespace !== null || process.platform !== 'linux');

/** Whether a process among ours has ended; another one may have its number now. */
export const isOver = ({ pid, startedAt }: Sign): boolean => startOf(pid) !== startedAt;

/** Says that whoever wrote a file lives, to a process of another container. */
export function beat(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // There is none: what it tells of has ended, or the disk was full.
  }
}

/** Whether a file is touched, written or removed by somebody. Takes seconds where it isn't. */
export async function isBeating(file: string): Promise<boolean> {
  const last = lastBeat(file);
  for (const deadline = Date.now() + SILENT_MS; Date.now() < deadline; await wait(50))
    if (lastBeat(file) !== last) return true;
  return false;
}

const lastBeat = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/** Machines outside of containers have the same one: what tells them apart is when they were started. */
function ownNamespace(): string | null {
  try {
    return `${readlinkSync('/proc/self/ns/pid')} ${bootId()}`;
  } catch {
    return null;
  }
}

/** Empty where the system keeps it to itself. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
