import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { warmUp } from './warm-up.ts';

test('asks once for what visitors ask first', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.statusCode = asked.length % 2 === 0 ? 500 : 200;
    response.end('read to its end'.repeat(10_000));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  await warmUp('0.0.0.0', (server.address() as AddressInfo).port);
  server.close();
  expect(asked).toEqual(['/api/session', '/api/courses?q=a', '/sign-in']);
});

test('a server that breaks off, or is not there, stops nothing', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/') response.write('half', () => response.destroy());
    else request.socket.destroy();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await warmUp('127.0.0.1', port);
  await new Promise((resolve) => server.close(resolve));
  await warmUp('127.0.0.1', port);
});
