import dns from 'node:dns';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ForbiddenAddress, postOutside } from './post-outside.ts';

afterEach(() => vi.restoreAllMocks());

const posting = { body: '{"a":1}', headers: { 'content-type': 'application/json' }, timeoutMs: 500 };

async function receiver(status: number, headers: Record<string, string> = {}) {
  const seen: { request: IncomingMessage; body: string }[] = [];
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    seen.push({ request, body: Buffer.concat(parts).toString() });
    reply.writeHead(status, headers).end('x'.repeat(100_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alarm` };
}

test('a program on this machine is told, and its status answered', async () => {
  const { seen, url } = await receiver(202);
  expect(await postOutside(url, posting)).toBe(202);
  expect(seen).toEqual([expect.objectContaining({ body: '{"a":1}' })]);
  expect(seen[0]?.request.headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': '7',
  });
});

test('a redirect is not followed', async () => {
  const inner = await receiver(200);
  const { url } = await receiver(302, { location: inner.url });
  expect(await postOutside(url, posting)).toBe(302);
  expect(inner.seen).toEqual([]);
});

test.for([
  'https://10.0.0.1/',
  'https://192.168.1.7/',
  'https://172.16.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://2130706433/x',
  'https://[::ffff:10.0.0.1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[64:ff9b::a00:1]/',
  'http://hooks.example/',
  'file:///etc/passwd',
])('%s is refused before anything is sent', async (address) => {
  const lookups = vi.spyOn(dns, 'lookup');
  const refused = postOutside(address, posting).catch((error: Error & { code?: string }) => error);
  // 2130706433 is another spelling of this machine.
  if (address.includes('2130706433')) expect(await refused).toBeInstanceOf(Error);
  else expect(await refused).toBeInstanceOf(ForbiddenAddress);
  expect(lookups).not.toHaveBeenCalled();
});

test('a receiver that never answers is given up', async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await expect(postOutside(url, { ...posting, timeoutMs: 100 })).rejects.toThrow();
});

test.for([
  [['10.0.0.1']],
  [['203.0.113.7', '127.0.0.1']],
  [['2001:4860:4860::8888', '::1']],
  [['::ffff:169.254.169.254']],
] as const)('a name that leads to %j is refused before anything is sent', async ([addresses]) => {
  const asked: string[] = [];
  const refused = postOutside('https://hooks.example/alerts', {
    ...posting,
    resolve: (hostname, _options, done) => {
      asked.push(hostname);
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    },
  });
  await expect(refused).rejects.toBeInstanceOf(ForbiddenAddress);
  expect(asked).toEqual(['hooks.example']);
});

test('a name that nobody knows is a failure', async () => {
  const lost = postOutside('https://hooks.example/', {
    ...posting,
    resolve: (_hostname, _options, done) => done(new Error('getaddrinfo ENOTFOUND hooks.example'), []),
  });
  await expect(lost).rejects.toThrow('ENOTFOUND');
});
