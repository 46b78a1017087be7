import { type ClientRequest, get } from 'node:http';
import type pg from 'pg';
import type { Call } from './load.ts';
import { memoryMiB } from './process-tree.ts';

/** Calls that each write a comment, as one of many members. */
export async function commentCall(
  client: pg.Client,
  cookies: readonly string[],
  origin: string,
): Promise<{ courseId: string; call: (index: number) => Call }> {
  const { rows: courses } = await client.query(
    "select id from courses where kind = 'course' and subscription_level = 'free' order by created_at limit 1",
  );
  const content =
    'I think **this** helps, but `select count(*)` is unclear. See https://example.org for more.';
  const courseId = String(courses[0].id);
  const call = (index: number): Call => ({
    path: `/api/comments/${courseId}`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin,
      cookie: cookies[index % cookies.length] ?? '',
      'x-forwarded-for': `10.1.${(index >> 8) & 255}.${index & 255}`,
    },
    body: JSON.stringify({ content }),
  });
  return { courseId, call };
}

/** What so many open event streams cost our process, in MiB. */
export async function streamMemory(
  port: number,
  pid: number,
  courseId: string,
  count: number,
): Promise<number> {
  const before = memoryMiB(pid).rss;
  const open: ClientRequest[] = [];
  await Promise.all(
    Array.from({ length: count }, () => {
      const { promise, reject, resolve } = Promise.withResolvers<void>();
      const path = `/api/comments/${courseId}/events`;
      const request = get({ port, path, host: '127.0.0.1', agent: false }, (response) =>
        response.once('data', () => resolve()).resume(),
      );
      request.once('error', reject);
      open.push(request);
      return promise;
    }),
  );
  const after = memoryMiB(pid).rss;
  for (const request of open) request.on('error', () => undefined).destroy();
  return after - before;
}
