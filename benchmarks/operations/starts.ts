import { setTimeout as wait } from 'node:timers/promises';
import { removeDataDir } from '#tests/kit/process';
import { median } from '../load.ts';
import { cpuMs, memoryMiB } from '../process-tree.ts';
import { IDLE_AFTER, printStarts } from '../server/memory.ts';
import { makeDataDir, type OwnSchool, startOwnSchool } from './school.ts';

const FIRST_STARTS = 3;
const LATER_STARTS = 9;

interface Start {
  readonly ms: number;
  /** Of our process and the database server. */
  readonly cpu: number;
  readonly idle: number;
}

/** Starts new schools, and one of them again and again; answers how much is over its limit. Medians count. */
export async function measureStarts(root: string, port: number): Promise<number> {
  const dataDirs = Array.from({ length: FIRST_STARTS }, makeDataDir);
  try {
    const firsts: Start[] = [];
    for (const dataDir of dataDirs) firsts.push(await startAndStop(root, dataDir, port));
    const laters: Start[] = [];
    for (let count = 0; count < LATER_STARTS; count += 1)
      laters.push(await startAndStop(root, dataDirs[0] ?? '', port));
    const [first, later] = [firsts, laters].map((starts) => median(starts.map(({ ms }) => ms)));
    console.log('');
    for (const [name, starts] of [
      ['first', firsts],
      ['later', laters],
    ] as const)
      console.log(
        `   ${name} starts: ${starts.map(({ cpu, ms }) => `${ms.toFixed(0)} ms (${cpu.toFixed(0)} CPU)`).join(', ')}`,
      );
    const idle = median(laters.map((start) => start.idle));
    return printStarts({ first: first ?? Number.NaN, later: later ?? Number.NaN, idle });
  } finally {
    for (const dataDir of dataDirs) removeDataDir(dataDir);
  }
}

async function startAndStop(root: string, dataDir: string, port: number): Promise<Start> {
  const school: OwnSchool = await startOwnSchool(root, { dataDir, port });
  const pid = school.server.child.pid ?? 0;
  const cpu = cpuMs(pid);
  await wait(IDLE_AFTER);
  const start = { ms: school.startMs, cpu, idle: memoryMiB(pid).rss };
  await school.stop();
  return start;
}
