import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const AFTER_MS = 1000;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** How far old memory grows beyond what is in use, in percent, before it is collected. */
const HEAP_GROWTH = 20;

/** After how many collections code that didn't run is dropped; Node.js waits for six. */
const IDLE_COLLECTIONS = 1;
const USUAL_COLLECTIONS = 6;
const REQUEST = 'http.server.request.start';

/** Has V8 compile what runs often; `main.ts` has begun without. */
export function startCompilers(): void {
  for (const name of ['sparkplug', 'maglev', 'opt']) setFlagsFromString(`--${name}`);
}

function serve(): void {
  unsubscribe(REQUEST, serve);
  startCompilers();
}

/**
 * Keeps the memory of the process near what is in use, and gives back once what a start leaves behind: a third, for 100 ms
 * while nobody is served yet. Left to itself the heap grows to four times what is in use. A process that serves requests
 * uses the compilers from the first one on.
 */
export function settleMemory({ serves }: { readonly serves: boolean }): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH}`);
  setTimeout(() => {
    // Node.js keeps what it has read of compiled code until it is told to save it.
    flushCompileCache();
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as Collect;
    setFlagsFromString(`--bytecode-old-age=${IDLE_COLLECTIONS}`);
    for (let times = 0; times <= IDLE_COLLECTIONS; times += 1)
      collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    setFlagsFromString(`--bytecode-old-age=${USUAL_COLLECTIONS}`);
    if (serves) subscribe(REQUEST, serve);
    else startCompilers();
  }, AFTER_MS).unref();
}
