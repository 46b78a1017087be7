import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Db } from '#server/db/client';
import { type Listening, listen, mostConnections } from '#server/http/listen';
import { test } from '#tests/kit/database';
import { startScript } from '#tests/kit/process';
import { openSchool } from '../kit/school.ts';

const JSON_TYPE = 'Content-Type: application/json\r\n';
/** A machine that is busy with other tests answers late; one that is blocked answers never. */
const SOON_MS = 10_000;

interface Served extends Listening {
  /** Whether somebody who behaves well is served meanwhile. */
  ping(): Promise<number>;
}

async function withServer(
  db: Db,
  work: (served: Served) => Promise<void>,
  limits: { headersMs?: number; requestMs?: number; idleMs?: number } = {},
): Promise<void> {
  const { app } = await openSchool(db);
  const listening = await listen(app, { host: '127.0.0.1', port: 0, ...limits });
  const ping = async () => {
    const reply = await fetch(`http://127.0.0.1:${listening.port}/api/version`, {
      signal: AbortSignal.timeout(SOON_MS),
    });
    await reply.arrayBuffer();
    return reply.status;
  };
  try {
    await work({ ...listening, ping });
  } finally {
    listening.server.closeAllConnections();
    await listening.drain();
  }
}

/** Sends bytes as they are; answers everything that came back until the other side hung up. */
async function raw(port: number, ...parts: readonly (string | Buffer)[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setTimeout(SOON_MS, () => socket.destroy());
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  socket.on('close', () => resolve(text));
  for (const part of parts) socket.write(part);
  return promise;
}

const statusOf = (reply: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(reply)?.[1]);

test('who sends the head of a request drop by drop is cut off, and nobody else waits', async ({ db }) => {
  await withServer(
    db,
    async ({ ping, port }) => {
      const slow = Array.from({ length: 200 }, () => open(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '));
      const drops = setInterval(() => {
        for (const { socket } of slow) if (!socket.destroyed) socket.write('x');
      }, 50);
      try {
        expect(await ping()).toBe(200);
        await Promise.race([Promise.all(slow.map(({ closed }) => closed)), wait(SOON_MS)]);
        expect(slow.filter(({ socket }) => !socket.destroyed).length).toBe(0);
        expect(await ping()).toBe(200);
      } finally {
        clearInterval(drops);
        for (const { socket } of slow) socket.destroy();
      }
    },
    { headersMs: 400 },
  );
});

test('who sends a body drop by drop is cut off, and nobody else waits', async ({ db }) => {
  const head = `POST /api/contact HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}Content-Length: 100000\r\n\r\n`;
  await withServer(
    db,
    async ({ ping, port }) => {
      const slow = Array.from({ length: 200 }, () => open(port, head));
      const drops = setInterval(() => {
        for (const { socket } of slow) if (!socket.destroyed) socket.write(' ');
      }, 50);
      try {
        expect(await ping()).toBe(200);
        await Promise.race([Promise.all(slow.map(({ closed }) => closed)), wait(SOON_MS)]);
        expect(slow.filter(({ socket }) => !socket.destroyed).length).toBe(0);
      } finally {
        clearInterval(drops);
        for (const { socket } of slow) socket.destroy();
      }
    },
    { requestMs: 600, headersMs: 400 },
  );
});

test('who never reads the reply is cut off', { timeout: 40_000 }, async ({ db }) => {
  await withServer(
    db,
    async ({ ping, port, server }) => {
      const request = 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50);
      const deaf = Array.from({ length: 20 }, () => open(port, request, false));
      // Their own side hears nothing of it, because it does not read.
      expect(await settles(server, (count) => count === 0)).toBe(0);
      expect(await ping()).toBe(200);
      for (const { socket } of deaf) socket.destroy();
    },
    { idleMs: 2000 },
  );
});

const PARTS = 'GET /api/version HTTP/1.1\r\nHost: x\r\n';
test.for<readonly [string, number, ...string[]]>([
  ['a head of a megabyte', 431, `${PARTS}X-Big: ${'x'.repeat(1_000_000)}\r\n\r\n`],
  ['an address of a megabyte', 431, `GET /${'x'.repeat(1_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['ten thousand headers', 431, `${PARTS}${'X-Many: x\r\n'.repeat(10_000)}\r\n`],
  ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
  [
    'two lengths',
    400,
    `POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nxxxxx`,
  ],
  [
    'a length and chunks, as smugglers do',
    400,
    `POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    'chunks that are none',
    400,
    `POST /api/contact HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
  ],
  [
    'an encoding that nobody knows',
    501,
    `POST /api/contact HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n`,
  ],
  ['a line feed in a header', 400, `${PARTS}X: a\nb\r\n\r\n`],
  ['a NUL in a header', 400, `${PARTS}X: a\0b\r\n\r\n`],
  ['another protocol', 400, '\x16\x03\x01\x02\x00\x01\x00\x01'],
])('%s is refused with %i, and the next request is served', async ([name, status, ...parts], { db }) => {
  await withServer(db, async ({ ping, port }) => {
    const reply = await raw(port, ...parts.map((part) => Buffer.from(part, 'latin1')));
    // A machine that hangs up before its refusal was read has refused as well.
    if (reply !== '') expect([status, 400], name).toContain(statusOf(reply));
    expect(await ping()).toBe(200);
  });
});

test('deep JSON and compressed bombs are refused without being unpacked', async ({ db }) => {
  await withServer(db, async ({ ping, port }) => {
    const depth = 400_000;
    const bodies: readonly (readonly [string, Buffer])[] = [
      ['', Buffer.from('['.repeat(depth) + ']'.repeat(depth))],
      ['', Buffer.from(`{"name":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`)],
      ['Content-Encoding: gzip\r\n', gzipSync(Buffer.alloc(200_000_000))],
      ['Content-Encoding: deflate, gzip, br\r\n', gzipSync(gzipSync(Buffer.alloc(50_000_000)))],
    ];
    const before = process.memoryUsage().arrayBuffers;
    for (const [encoding, body] of bodies) {
      const head = `POST /api/contact HTTP/1.1\r\nHost: x\r\n${JSON_TYPE}${encoding}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
      const status = statusOf(await raw(port, head, body));
      expect([400, 413, 415], encoding).toContain(status);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
    expect(await ping()).toBe(200);
  });
});

test('ten thousand open connections take little memory, once, and others are served', {
  timeout: 180_000,
}, async ({ db }) => {
  await withServer(db, async ({ ping, port, server }) => {
    const wanted = Math.min(10_000, mostConnections() - 100);
    const peaks: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      const crowd = startScript(join(import.meta.dirname, 'crowd-process.ts'), [
        String(port),
        String(wanted),
      ]);
      await crowd.says(new RegExp(`open ${wanted}`), 80_000);
      expect(await settles(server, (count) => count >= wanted)).toBeGreaterThanOrEqual(wanted);
      expect(await ping()).toBe(200);
      peaks.push(process.memoryUsage.rss());
      await crowd.kill('SIGKILL');
      expect(await settles(server, (count) => count <= 10)).toBeLessThanOrEqual(10);
      expect(await ping()).toBe(200);
    }
    const [first = 0, second = 0] = peaks;
    expect(second - first, 'the second crowd takes the room of the first').toBeLessThan(150_000_000);
  });
});

test('more connections than there are files are turned away; those that are open go on', async ({ db }) => {
  await withServer(db, async ({ port, server }) => {
    server.maxConnections = 20;
    const kept = Array.from({ length: 20 }, () => open(port, ''));
    await wait(200);
    const late = await raw(port, `${PARTS}Connection: close\r\n\r\n`);
    expect(late).toBe('');
    const [first] = kept;
    first?.socket.write(`${PARTS}Connection: close\r\n\r\n`);
    await first?.closed;
    expect(statusOf(first?.heard() ?? '')).toBe(200);
    for (const { socket } of kept) socket.destroy();
  });
});

interface Opened {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  readonly heard: () => string;
}

function open(port: number, first: string, reads = true): Opened {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  if (reads)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
  if (first !== '') socket.write(first);
  return { socket, closed, heard: () => text };
}

/** The number of connections once it is as wanted, or after the time in which it should be. */
async function settles(server: Listening['server'], isWanted: (count: number) => boolean): Promise<number> {
  for (const deadline = Date.now() + 3 * SOON_MS; ; await wait(50)) {
    const count = await countConnections(server);
    if (isWanted(count) || Date.now() > deadline) return count;
  }
}

function countConnections(server: Listening['server']): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}
