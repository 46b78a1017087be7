import { Agent, createServer, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export interface Balancer {
  readonly url: string;
  add(port: number): void;
  remove(port: number): void;
  /** How many backends are ready. */
  readonly ready: () => number;
  /** What went wrong between it and the backends. */
  readonly faults: string[];
  stop(): Promise<void>;
}

const CHECK_MS = 100;
/** One that is slow to answer does not keep it from the others. */
const CHECK_WITHIN_MS = 1500;

/**
 * A balancer as many are: asks /readyz ten times a second, sends each request to the next backend that is ready over a
 * connection it keeps, and tries nothing twice.
 */
export async function startBalancer(): Promise<Balancer> {
  const ready = new Map<number, boolean>();
  const faults: string[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  let turn = 0;
  let isStopped = false;
  const server = createServer((incoming, outgoing) => {
    const ports = [...ready].filter(([, isReady]) => isReady).map(([port]) => port);
    turn += 1;
    const port = ports[turn % ports.length];
    const fail = (reason: string) => {
      faults.push(`${port} ${incoming.url}: ${reason}`);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    };
    if (port === undefined) return fail('no backend is ready');
    const { headers, method, url: path } = incoming;
    const upstream = request({ agent, headers, host: '127.0.0.1', method, path, port }, (reply) => {
      const { connection: _, ...rest } = reply.headers;
      outgoing.writeHead(reply.statusCode ?? 502, rest);
      reply.on('error', (error) => fail(error.message));
      reply.pipe(outgoing);
    });
    upstream.on('error', (error) => fail(error.message));
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const check = async (port: number) => {
    const signal = AbortSignal.timeout(CHECK_WITHIN_MS);
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`, { signal }).catch(() => null);
    await reply?.body?.cancel();
    // One that is only slow stays: balancers take a backend out after several checks without an answer.
    if (ready.has(port) && !signal.aborted) ready.set(port, reply?.status === 200);
  };
  const look = async () => {
    while (!isStopped) {
      await Promise.all([...ready.keys()].map(check));
      await wait(CHECK_MS);
    }
  };
  const looking = look();
  const address = server.address();
  return {
    url: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`,
    add: (port) => ready.set(port, false),
    remove: (port) => ready.delete(port),
    ready: () => [...ready.values()].filter(Boolean).length,
    faults,
    async stop() {
      isStopped = true;
      await looking;
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
