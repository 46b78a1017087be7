import { setTimeout as wait } from 'node:timers/promises';
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

test('a process about to stop ends each connection with its reply, and lets a long one end well', async () => {
  const mayEnd = Promise.withResolvers<void>();
  const app = new Hono<HttpEnv>();
  app.get('/short', (context) => context.text('short'));
  app.get('/long', (context) =>
    context.body(
      new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode('first,'));
          await mayEnd.promise;
          controller.enqueue(new TextEncoder().encode('last'));
          controller.close();
        },
      }),
    ),
  );
  const { closeAfterReplies, drain, port } = await listen(app, { host: '127.0.0.1', port: 0 });
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect((await ask('/short')).headers.get('connection')).toBe('keep-alive');
  const long = await ask('/long');
  closeAfterReplies();
  const short = await ask('/short');
  expect([short.status, short.headers.get('connection')]).toEqual([200, 'close']);
  const drained = drain();
  mayEnd.resolve();
  expect(await long.text()).toBe('first,last');
  await drained;
});

test('a request that does not end in time is cut off', async () => {
  const app = new Hono<HttpEnv>();
  const asked = Promise.withResolvers<void>();
  app.get('/endless', () => {
    asked.resolve();
    return new Promise<Response>(() => undefined);
  });
  const { drain, port } = await listen(app, { host: '127.0.0.1', port: 0, drainMs: 200 });
  const endless = fetch(`http://127.0.0.1:${port}/endless`).catch(() => 'cut off');
  await asked.promise;
  const start = performance.now();
  await drain();
  expect(performance.now() - start).toBeLessThan(2000);
  expect(await endless).toBe('cut off');
});

test('a large upload may be finished slowly, everything else ends when nothing moves', async () => {
  const app = new Hono<HttpEnv>();
  const slowly = async () => {
    await wait(2500);
    return new Response('done');
  };
  app.post('/api/admin/media/uploads/:id/finish', slowly);
  app.post('/api/admin/media/uploads/:id/other', slowly);
  const { drain, port } = await listen(app, { host: '127.0.0.1', port: 0, idleMs: 400 });
  const post = (path: string) =>
    fetch(`http://127.0.0.1:${port}/api/admin/media/uploads/1/${path}`, { method: 'POST' })
      .then((reply) => reply.text())
      .catch(() => 'cut off');
  expect(await Promise.all([post('finish'), post('other')])).toEqual(['done', 'cut off']);
  await drain();
});
