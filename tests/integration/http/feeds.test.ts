import { SaxesParser } from 'saxes';
import { expect } from 'vitest';
import { insertContent } from '#tests/attack/content/content';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

test('the public feeds hold what is free and name themselves', async ({ db }) => {
  const school = await openSchool(db);
  const { posts } = await insertContent(db);
  for (const format of ['rss', 'atom']) {
    const reply = await school.ask('premium', 'GET', `/feed.${format}`);
    expect(reply.headers.get('content-type')).toContain(`application/${format}+xml`);
    const text = await reply.text();
    expect(text).toContain(`/blogs/${posts.free.id}`);
    expect(text).toContain('The free course');
    expect(text).not.toContain('premium');
    const etag = reply.headers.get('etag') ?? '';
    const again = await school.ask('visitor', 'GET', `/feed.${format}`, {
      headers: { 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
  }
});

test('a private feed holds what the tier of its owner opens, is kept by nobody, and ends when it is revoked', async ({
  db,
}) => {
  const school = await openSchool(db);
  const { posts } = await insertContent(db);
  const made = await school.ask('basic', 'POST', '/api/feed-address', { body: {} });
  const { rss } = (await made.json()) as { rss: string };
  const path = new URL(rss).pathname;
  const reply = await school.ask('visitor', 'GET', path);
  expect(reply.headers.get('cache-control')).toBe('private, no-store');
  const text = await reply.text();
  expect(posts.basic.secrets.some((word) => text.includes(word))).toBe(true);
  expect(text).not.toContain('The premium post');
  await school.ask('basic', 'DELETE', '/api/feed-address');
  expect((await school.ask('visitor', 'GET', path)).status).toBe(404);
  expect((await school.ask('visitor', 'GET', '/feeds/x.rss')).status).toBe(404);
});

test('a private feed outlives every session, so that only a person who proved to be there makes one', async ({
  db,
}) => {
  const school = await openSchool(db);
  await db.pool.query("update sessions set proved_at = '2020-01-01'");
  const refused = await school.ask('basic', 'POST', '/api/feed-address', { body: {} });
  expect((await refused.json()).code).toBe('PROOF_REQUIRED');
  expect((await db.pool.query('select from feed_tokens')).rowCount).toBe(0);
});

test('what no XML may hold stays out of the feeds, and a plain title stays plain', async ({ db }) => {
  const school = await openSchool(db);
  const { posts } = await insertContent(db);
  await db.pool.query(`update courses set title = $1, description = $2 where id = $3`, [
    'The <template> element\u000b & more',
    'Colors\u001b[0m of a terminal',
    posts.free.id,
  ]);
  school.content.bump();
  for (const format of ['rss', 'atom']) {
    const text = await (await school.ask('visitor', 'GET', `/feed.${format}`)).text();
    expect(text).toContain('The &lt;template> element &amp; more');
    expect(text).toContain('Colors[0m of a terminal');
    expect(() => new SaxesParser().write(text).close()).not.toThrow();
  }
});
