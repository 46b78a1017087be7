import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Config } from '#server/config';

/** What the process is sent, and what it answers when it fails. */
export interface SampleOrder {
  readonly config: Config;
  /** Folder of the sample content. */
  readonly content: string;
  /** File with the HTML that the build has prepared. */
  readonly prepared: string;
  /** Folder where compiled code is kept between starts. */
  readonly compileCache: string | undefined;
}
export interface SampleFault {
  readonly error: string;
}

/**
 * Imports the sample courses, posts and pages in a process of its own: what reads them is needed once in the life of a
 * school, and its memory goes back to the machine.
 */
export async function importSamples(order: Omit<SampleOrder, 'compileCache'>): Promise<void> {
  const script = fileURLToPath(new URL('../cli/import-samples-process.ts', import.meta.url));
  // Compiled code is kept apart by what Node.js is started with: it doesn't replace ours, which is kept without compilers.
  const child = fork(script, { execArgv: ['--no-flush-bytecode'] });
  const { promise, reject, resolve } = Promise.withResolvers<void>();
  let fault = "couldn't import all sample courses";
  child.on('message', ({ error }: SampleFault) => {
    fault = error;
  });
  child.on('error', reject);
  child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(fault))));
  child.send({ ...order, compileCache: getCompileCacheDir() } satisfies SampleOrder);
  await promise;
}
