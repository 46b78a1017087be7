import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const AFTER_MS = 1000;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** How far old memory grows beyond what is in use, in percent, before it is collected. */
const HEAP_GROWTH = 20;

/** Compilers for code that runs often. */
const COMPILERS = ['sparkplug', 'maglev', 'opt'] as const;

/** What a start runs is run once: making it fast takes longer than running it, and the compilers take 10 MB. */
export function startWithoutCompilers(): void {
  for (const name of COMPILERS) setFlagsFromString(`--no-${name}`);
}

/**
 * Keeps the memory of the process near what is in use, and gives back once what a start leaves behind: a third, for 50 ms
 * while nobody is served yet. Left to itself the heap grows to four times what is in use.
 */
export function settleMemory(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  setTimeout(() => {
    // Node.js keeps what it has read for compiled code until it is told that all of it is saved.
    flushCompileCache();
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as Collect;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    for (const name of COMPILERS) setFlagsFromString(`--${name}`);
  }, AFTER_MS).unref();
}
