import { setTimeout as wait } from 'node:timers/promises';
import { memoryMiB, processTree } from '../process-tree.ts';

const MAX_LOADED = 180;
const MAX_DATABASE = 120;

/** What our process and its database hold once they have answered all this; answers how many are over their limit. */
export async function measureMemory({ pid }: { readonly pid: number }): Promise<number> {
  const loaded = memoryMiB(pid);
  const database = processTree(pid)
    .filter((entry) => entry.pid !== pid)
    .reduce((sum, entry) => sum + pssOf(entry.pid), 0);
  console.log(
    `${loaded.rss <= MAX_LOADED ? 'ok' : '!!'} our process, right after the load    ${loaded.rss.toFixed(0)} MiB RSS, ${loaded.pss.toFixed(0)} MiB PSS (limit ${MAX_LOADED})`,
  );
  console.log(
    `${database <= MAX_DATABASE ? 'ok' : '!!'} database server, all its processes  ${database.toFixed(0)} MiB PSS (limit ${MAX_DATABASE})`,
  );
  await wait(10_000);
  console.log(`   our process, ten seconds later      ${memoryMiB(pid).rss.toFixed(0)} MiB RSS`);
  return Number(loaded.rss > MAX_LOADED) + Number(database > MAX_DATABASE);
}

/** A process that has ended meanwhile holds nothing. */
function pssOf(pid: number): number {
  try {
    return memoryMiB(pid).pss;
  } catch {
    return 0;
  }
}

/** How long both starts took, in ms, and what our process held three seconds after the later one, in MiB. */
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
