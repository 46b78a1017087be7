import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';
import type { HttpEnv } from './request-scope.ts';

test('a request that is running ends well while no new one is taken', async () => {
  const arrived = Promise.withResolvers<void>();
  const mayEnd = Promise.withResolvers<void>();
  const app = new Hono<HttpEnv>();
  app.get('/slow', async (context) => {
    arrived.resolve();
    await mayEnd.promise;
    return context.text('done');
  });
  const { drain, port } = await listen(app, { host: '127.0.0.1', port: 0 });
  const running = fetch(`http://127.0.0.1:${port}/slow`);
  await arrived.promise;
  const drained = drain();
  await expect(fetch(`http://127.0.0.1:${port}/slow`)).rejects.toThrow();
  mayEnd.resolve();
  expect(await (await running).text()).toBe('done');
  await drained;
});

test('a port that is taken is said, not waited for', async () => {
  const app = new Hono<HttpEnv>();
  const first = await listen(app, { host: '127.0.0.1', port: 0 });
  await expect(listen(app, { host: '127.0.0.1', port: first.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  await first.drain();
});
