import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const AFTER_MS = 1000;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** Gives back once what a start leaves behind: a third of the memory, for 50 ms while nobody is served yet. */
export function settleMemory(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as Collect;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, AFTER_MS).unref();
}
