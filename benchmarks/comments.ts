import { randomBytes } from 'node:crypto';
import { type ClientRequest, get } from 'node:http';
import type pg from 'pg';
import { sessionCookieName, signedValue } from '#server/areas/accounts/cookies';
import { hashOfToken } from '#server/areas/accounts/hash-of-token';
import { readAuthSecret } from '#server/areas/accounts/read-auth-secret';
import { parseConfig } from '#server/config';
import type { Call } from './load.ts';
import { memoryMiB } from './process-tree.ts';

const MEMBERS = 4000;

/** The cookies of so many new members: a single one is held back by the rate limit, as it should be. */
export async function memberCookies(client: pg.Client, dataDir: string, origin: string): Promise<string[]> {
  const name = sessionCookieName(parseConfig({ DATA_DIR: dataDir, PUBLIC_URL: origin }));
  const secret = readAuthSecret(dataDir);
  const cookies: string[] = [];
  for (let n = 0; n < MEMBERS; n += 1) {
    const token = randomBytes(32).toString('base64url');
    await client.query(
      `with made as (insert into users (name, email, email_verified) values ('Reader', $1, true) returning id)
       insert into sessions (user_id, token, expires_at) select id, $2, now() + interval '1 day' from made`,
      [`reader-${token.slice(0, 12).toLowerCase()}@school.test`, hashOfToken(token)],
    );
    cookies.push(`${name}=${signedValue(token, secret)}`);
  }
  return cookies;
}

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
      cookie: cookies[index % MEMBERS] ?? '',
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
