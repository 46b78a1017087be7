import { existsSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { leaveUnread } from './bodies/leave-unread.ts';
import type { HttpEnv } from './request-scope.ts';

const HEADERS_MS = 15_000;
const REQUEST_MS = 60_000;
/** A connection over which nothing moves for so long is closed, also while a reply waits to be read; streams beat more often. */
const IDLE_MS = 120_000;
/** Every byte of a large upload is read once more before it is a file: 5 GB take this long from a store of 3 MB a second. */
const FINISH_MS = 30 * 60_000;
const FINISH = /^\/api\/admin\/media\/uploads\/[^/?]+\/finish(?:\?|$)/;
/** How often slow senders are looked for. */
const CHECK_MS = 1000;
/** Files that the database, uploads and we ourselves keep room for. */
const OTHER_FILES = 400;
/** What Linux says about the limits of this process. */
const LIMITS_FILE = '/proc/self/limits';
/** How long running requests may take to end, until a setting says otherwise. */
const DRAIN_MS = 10_000;
const IDLE_CHECK_MS = 20;

export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** From now on each reply ends its connection, so that a balancer keeps none for the next request. */
  closeAfterReplies(): void;
  /** Takes no more connections, lets running requests end for at most `drainMs`. */
  drain(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** Puts something in front of the app; the development server does. */
  readonly wrap?: ((app: RequestListener, server: Server) => RequestListener) | undefined;
  /** How long the head of a request, a whole request, and a connection without traffic may take. */
  readonly headersMs?: number;
  readonly requestMs?: number;
  readonly idleMs?: number;
  /** How long running requests may take to end once no more connections are taken. */
  readonly drainMs?: number;
}

/**
 * Serves an app. Slow senders are cut off: a request has 60 s to arrive, its head 15 s; so are readers who stop reading.
 * More connections than there are files for are closed at once, so that those that are open go on.
 */
export function listen(app: Hono<HttpEnv>, options: ListenOptions): Promise<Listening> {
  const { headersMs = HEADERS_MS, host, idleMs = IDLE_MS, port, requestMs = REQUEST_MS, wrap } = options;
  const { drainMs = DRAIN_MS } = options;
  let closesAfterReplies = false;
  const { promise, reject, resolve } = Promise.withResolvers<Listening>();
  const server = createServer({
    requestTimeout: requestMs,
    headersTimeout: headersMs,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: Math.min(CHECK_MS, headersMs),
  });
  server.timeout = idleMs;
  server.maxConnections = mostConnections();
  const listener = getRequestListener(app.fetch);
  server.on('request', (_request, response) => {
    if (closesAfterReplies) response.shouldKeepAlive = false;
  });
  server.on('request', ({ method, socket, url = '' }) => {
    // Until the reply; Node brings the time of all others back with the next request.
    if (method === 'POST' && FINISH.test(url)) socket.setTimeout(Math.max(idleMs, FINISH_MS));
  });
  server.on('request', leaveUnread);
  server.on('request', wrap ? wrap(listener, server) : listener);
  server.once('error', reject);
  server.listen(port, host, () => {
    const address = server.address();
    const bound = typeof address === 'object' && address ? address.port : port;
    const closeAfterReplies = () => {
      closesAfterReplies = true;
    };
    resolve({
      server,
      port: bound,
      closeAfterReplies,
      drain: () => {
        closeAfterReplies();
        return drain(server, drainMs);
      },
    });
  });
  return promise;
}

/** As many as the limit of open files of this process leaves room for. */
export function mostConnections(): number {
  const limits = existsSync(LIMITS_FILE) ? readFileSync(LIMITS_FILE, 'utf8') : '';
  const files = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 1024);
  return Math.max(100, files - OTHER_FILES);
}

function drain(server: Server, drainMs: number): Promise<void> {
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
  }, drainMs);
  server.close(end);
  return promise;
}
