import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../load.ts';
import { memoryMiB, processTree } from '../process-tree.ts';

const MAX_LOADED = 180;
const MAX_DATABASE = 120;

/** How long after its start a process counts as idle, in ms. */
export const IDLE_AFTER = 3000;

/** How often it is noted what a process holds, in ms. */
const NOTED_EVERY = 250;

/** From now on; what it answers stops it and tells, in MiB, what the process held each time. */
export function watchMemory(pid: number): () => readonly number[] {
  const held: number[] = [];
  const timer = setInterval(() => held.push(memoryMiB(pid).rss), NOTED_EVERY);
  return () => {
    clearInterval(timer);
    return held;
  };
}

/**
 * What our process held while it answered all this, and its database right after; answers how many are over their limit.
 * A single moment says when V8 collected last: it varies by 50 MiB, and decides nothing.
 */
export async function measureMemory(
  { pid }: { readonly pid: number },
  underLoad: readonly number[],
): Promise<number> {
  const loaded = median(underLoad);
  const after = memoryMiB(pid);
  const database = processTree(pid)
    .filter((entry) => entry.pid !== pid)
    .reduce((sum, entry) => sum + pssOf(entry.pid), 0);
  console.log(
    `${loaded <= MAX_LOADED ? 'ok' : '!!'} our process, under load              ${loaded.toFixed(0)} MiB RSS in the middle (limit ${MAX_LOADED}), ${Math.max(...underLoad).toFixed(0)} at most`,
  );
  console.log(
    `   our process, right after the load   ${after.rss.toFixed(0)} MiB RSS, ${after.pss.toFixed(0)} MiB PSS`,
  );
  console.log(
    `${database <= MAX_DATABASE ? 'ok' : '!!'} database server, all its processes  ${database.toFixed(0)} MiB PSS (limit ${MAX_DATABASE})`,
  );
  await wait(10_000);
  console.log(`   our process, ten seconds later      ${memoryMiB(pid).rss.toFixed(0)} MiB RSS`);
  return Number(!(loaded <= MAX_LOADED)) + Number(database > MAX_DATABASE);
}

/** A process that has ended meanwhile holds nothing. */
function pssOf(pid: number): number {
  try {
    return memoryMiB(pid).pss;
  } catch {
    return 0;
  }
}

/** How long both starts took, in ms, and what our process held `IDLE_AFTER` the later one, in MiB. */
export interface Starts {
  readonly first: number;
  readonly later: number;
  readonly idle: number;
}

/** Prints them; answers how many are over their limit. */
export function printStarts({ first, idle, later }: Starts): number {
  const lines = [
    ['first start to /readyz', first, 2500, 'ms'],
    ['later start to /readyz', later, 700, 'ms'],
    ['our process, idle', idle, 90, 'MiB RSS'],
  ] as const;
  return lines.reduce((over, [name, value, limit, unit]) => {
    console.log(
      `${value <= limit ? 'ok' : '!!'} ${name.padEnd(36)} ${value.toFixed(0)} ${unit} (limit ${limit})`,
    );
    return over + Number(value > limit);
  }, 0);
}
