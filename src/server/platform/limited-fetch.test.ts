import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { limitedFetch } from './limited-fetch.ts';
import { ProviderAway } from './sign-in-provider.ts';

const LIMITS = { timeoutMs: 300, maxBytes: 1000 };

async function askOf(listener: RequestListener): Promise<Response> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await limitedFetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {}, LIMITS);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a good answer arrives whole', async () => {
  const response = await askOf((_, reply) => reply.writeHead(200, { 'x-own': 'a' }).end('hello'));
  expect([response.status, response.headers.get('x-own'), await response.text()]).toEqual([
    200,
    'a',
    'hello',
  ]);
});

test('an answer that never ends is given up', async () => {
  const call = askOf((_, reply) => {
    const timer = setInterval(() => reply.write('x'.repeat(500)), 1);
    reply.on('close', () => clearInterval(timer));
  });
  await expect(call).rejects.toThrow(new ProviderAway('more than 1000 bytes'));
});

test('an answer that does not come, or stops half-way, is waited for no longer than the limit', async () => {
  const started = performance.now();
  await expect(askOf(() => undefined)).rejects.toThrow(ProviderAway);
  await expect(askOf((_, reply) => reply.write('half'))).rejects.toThrow(ProviderAway);
  expect(performance.now() - started).toBeLessThan(3000);
});

test('nobody is followed to another address, and a broken service counts as away', async () => {
  const response = await askOf((_, reply) =>
    reply.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  );
  expect(response.status).toBe(302);
  await expect(askOf((_, reply) => reply.writeHead(502).end())).rejects.toThrow(
    new ProviderAway('status 502'),
  );
});
