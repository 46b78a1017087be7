import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Order, Waits } from './probe.ts';

export interface Probe {
  begin(order: Order): void;
  /** Ends what was begun, when all of it is answered. */
  end(): Promise<Waits>;
  close(): void;
}

/** A process of its own that asks how long others wait. */
export function startProbe(): Probe {
  const child = fork(join(import.meta.dirname, 'probe.ts'));
  const gone = once(child, 'exit').then((): never => {
    throw new Error('the process that asks has ended');
  });
  gone.catch(() => undefined);
  return {
    begin: (order) => child.send(order),
    end: async () => {
      const answer = once(child, 'message');
      child.send('stop');
      const [waits] = await Promise.race([answer, gone]);
      return waits as Waits;
    },
    close: () => child.disconnect(),
  };
}
