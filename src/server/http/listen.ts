import { createServer, type RequestListener, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { HttpEnv } from './request-scope.ts';

const DRAIN_MS = 10_000;
const IDLE_CHECK_MS = 20;

export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** Takes no more connections, lets running requests end for at most ten seconds. */
  drain(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Puts something in front of the app; the development server does. */
  readonly wrap?: ((app: RequestListener, server: Server) => RequestListener) | undefined;
}

/** Serves an app. Slow senders are cut off: a request has 60 s to arrive, its head 15 s. */
export function listen(app: Hono<HttpEnv>, { host, port, wrap }: ListenOptions): Promise<Listening> {
  const { promise, reject, resolve } = Promise.withResolvers<Listening>();
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 });
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  server.on('request', wrap ? wrap(listener, server) : listener);
  server.once('error', reject);
  server.listen(port, host, () => {
    const address = server.address();
    const bound = typeof address === 'object' && address ? address.port : port;
    resolve({ server, port: bound, drain: () => drain(server) });
  });
  return promise;
}

function drain(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // A connection whose last request has ended would otherwise be held open for the next one.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const end = () => {
    clearInterval(idle);
    clearTimeout(limit);
    resolve();
  };
  const limit = setTimeout(() => {
    server.closeAllConnections();
    end();
  }, DRAIN_MS);
  server.close(end);
  return promise;
}
