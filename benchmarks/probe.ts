/**
 * A process that asks one thing after the other at a steady pace over connections of its own, whether or not the one
 * before was answered, and says how long each answer took. Told by messages: an order begins, `stop` ends.
 */
import { Agent } from 'node:http';
import { type Call, send } from './load.ts';

/** What to ask in turn, and where. */
export interface Order {
  readonly port: number;
  readonly calls: readonly Call[];
  readonly everyMs: number;
}
/** How long each answer took, in ms. */
export type Waits = readonly number[];

let stop: (() => Promise<Waits>) | undefined;

process.on('message', async (message: Order | 'stop') => {
  if (message !== 'stop') stop = ask(message);
  else if (stop) process.send?.(await stop());
});
process.on('disconnect', () => process.exit(0));

function ask({ calls, everyMs, port }: Order): () => Promise<Waits> {
  const agent = new Agent({ keepAlive: true });
  const waits: number[] = [];
  const open = new Set<Promise<void>>();
  let next = 0;
  const one = async (call: Call) => {
    const begin = performance.now();
    const { status } = await send(port, call, agent);
    if (status !== 200) throw new Error(`${call.path}: ${status}`);
    waits.push(performance.now() - begin);
  };
  const timer = setInterval(() => {
    const call = calls[next++ % calls.length];
    if (!call) return;
    const asked = one(call).finally(() => open.delete(asked));
    open.add(asked);
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
    agent.destroy();
    return waits;
  };
}
