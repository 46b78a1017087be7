import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { test as base } from 'vitest';
import { isServerOf } from '#server/db/embedded/server-process';
import { type Started, startScript } from '#tests/kit/process';
import { makeReadyFolder } from '#tests/kit/run/ready-folders';
import { makeScratch, removeScratch } from '#tests/kit/scratch';

const SCRIPT = join(import.meta.dirname, 'engine-process.ts');

export const isRoot = process.getuid?.() === 0;
export const hasProc = existsSync('/proc/self/stat');
/** "nobody": who an ordinary user is, when we are root and can become somebody else. */
export const ORDINARY = { uid: 65_534, gid: 65_534 };

interface Kit {
  /** A folder of this test alone. */
  readonly scratch: string;
  /** A data folder in it that was started before, for tests that are not about a first start. */
  readonly dataDir: string;
  /** Starts a process that holds an embedded server; stopped after the test. */
  readonly start: (dataDir: string, options?: Parameters<typeof startScript>[2]) => Started;
}

export const test = base.extend<Kit>({
  // biome-ignore lint/correctness/noEmptyPattern: the fixture needs no other fixture, and the runner wants a pattern.
  scratch: async ({}, use) => {
    const scratch = makeScratch('engine');
    await use(scratch);
    removeScratch(scratch);
  },
  dataDir: async ({ scratch }, use) => {
    const dataDir = join(scratch, 'data');
    await makeReadyFolder(dataDir);
    await use(dataDir);
  },
  // The order matters: what is started in a folder ends before the folder is removed.
  start: async ({ scratch: _ }, use) => {
    const started: Started[] = [];
    await use((dataDir, options) => {
      const engine = startScript(SCRIPT, [dataDir], options);
      started.push(engine);
      return engine;
    });
    for (const { child, ended } of started) {
      // What a test that failed has stopped can't end before it goes on.
      if (child.exitCode === null && child.signalCode === null)
        for (const signal of ['SIGTERM', 'SIGCONT'] as const) child.kill(signal);
      await ended;
    }
  },
});

export const clusterOf = (dataDir: string) => join(dataDir, 'postgres', '18');

export function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** The number of a process's parent: the shell that guards a server. */
export function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

/** Resolves when a server has ended, and fails when it does not end within ten seconds. */
export async function untilGone(pid: number, cluster: string): Promise<void> {
  for (const deadline = Date.now() + 10_000; isServerOf(pid, cluster); await wait(5)) {
    if (Date.now() > deadline) throw new Error('the server is still there');
  }
}

/** Resolves when something has this name, and fails when nothing gets it within ten seconds. */
export async function untilExists(path: string): Promise<void> {
  for (const deadline = Date.now() + 10_000; !existsSync(path); await wait(5)) {
    if (Date.now() > deadline) throw new Error(`there is no ${path}`);
  }
}
