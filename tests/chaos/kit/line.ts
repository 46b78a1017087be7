import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** A network line to a service, which can fail as lines do. */
export interface Line {
  readonly port: number;
  /** Ends every connection, and refuses new ones until it is repaired; answers how many were open. */
  cut(): number;
  /** Nothing comes through in either direction, and nobody is told; new connections wait. */
  freeze(): void;
  /**
   * What is open now is dead and nobody is told, as after a failover behind an address that moved: bytes vanish, and the service
   * has lost its end. New connections go through.
   */
  loseConnections(): void;
  /** Each part of a reply is this late. */
  slow(ms: number): void;
  repair(): void;
  stop(): Promise<void>;
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

export async function startLine(to: NetConnectOpts): Promise<Line> {
  const pairs = new Set<Pair>();
  const lost = new Set<Socket>();
  let state: 'open' | 'cut' | 'frozen' = 'open';
  let delayMs = 0;
  const server = createServer({ allowHalfOpen: false }, (near) => {
    near.on('error', () => undefined);
    if (state === 'cut') return void near.destroy();
    const far = connect(to);
    const pair = { near, far };
    pairs.add(pair);
    far.on('error', () => near.destroy());
    near.on('data', (part) => far.write(part));
    far.on('data', (part) => {
      if (delayMs > 0) setTimeout(() => near.writable && near.write(part), delayMs);
      else near.write(part);
    });
    near.on('close', () => {
      far.destroy();
      pairs.delete(pair);
      lost.delete(near);
    });
    far.on('close', () => {
      if (!lost.has(near)) near.end();
    });
    if (state === 'frozen') pause(pair);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const all = (work: (pair: Pair) => void) => {
    for (const pair of [...pairs]) if (!lost.has(pair.near)) work(pair);
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut';
      const open = pairs.size - lost.size;
      all(({ near }) => near.resetAndDestroy());
      return open;
    },
    freeze() {
      state = 'frozen';
      all(pause);
    },
    loseConnections() {
      all(({ far, near }) => {
        lost.add(near);
        near.removeAllListeners('data');
        // Read and thrown away, so that whoever sends believes it arrived.
        near.resume();
        far.destroy();
      });
    },
    slow(ms) {
      delayMs = ms;
    },
    repair() {
      state = 'open';
      delayMs = 0;
      all(({ far, near }) => {
        far.resume();
        near.resume();
      });
    },
    async stop() {
      for (const { near } of pairs) near.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pause({ far, near }: Pair): void {
  far.pause();
  near.pause();
}
