import { expect } from 'vitest';
import { insertContent } from '#tests/attack/content/content';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

test('the sitemap names every listed course and what else everybody may read', async ({ db }) => {
  const { ask } = await openSchool(db);
  await insertContent(db);
  const response = await ask('visitor', 'GET', '/sitemap.xml');
  expect(response.headers.get('content-type')).toContain('application/xml');
  const text = await response.text();
  expect(text).toContain('<loc>http://localhost:3000/courses/free-course</loc>');
  expect(text).toContain('/courses/premium-course</loc>');
  expect(text).not.toMatch(/\/blogs\/premium|\/admin|\/profile/);
});

test('llms.txt lists what is public with its description, and no text of it', async ({ db }) => {
  const { ask } = await openSchool(db);
  const { posts } = await insertContent(db);
  await db.kysely
    .updateTable('courses')
    .set({ title: 'Arrays [and]\nmaps' })
    .where('slug', '=', 'free-course')
    .execute();
  const page = { markdown: '', content: '<p>own words</p>' };
  await db.kysely
    .insertInto('custom_pages')
    .values([
      { ...page, slug: 'our-team', title: 'Our Team', state: 'published', published_at: new Date() },
      { ...page, slug: 'secret-plans', title: 'Secret plans' },
    ])
    .execute();
  const response = await ask('visitor', 'GET', '/llms.txt');
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await response.text();
  expect(text).toMatch(/^# .+\n\n> .+\n/);
  expect(text).toContain('- [Arrays \\[and\\] maps](http://localhost:3000/courses/free-course)');
  expect(text).toContain(`/blogs/${posts.free.id})`);
  expect(text).toContain('/courses/premium-course)');
  expect(text).toContain('- [Our Team](http://localhost:3000/pages/our-team)');
  expect(text).not.toMatch(/secret-plans|own words/);
  expect(text).not.toMatch(/\/blogs\/premium|\/admin|\/profile|The premium post/);
  for (const word of [...posts.free.secrets, ...posts.premium.secrets]) expect(text).not.toContain(word);
});

test('robots are kept out of what is not for them and shown the sitemap', async ({ db }) => {
  const { ask } = await openSchool(db);
  const text = await (await ask('visitor', 'GET', '/robots.txt')).text();
  expect(text).toContain('Disallow: /admin');
  expect(text).toContain('Sitemap: http://localhost:3000/sitemap.xml');
});

test('security.txt has what RFC 9116 asks for', async ({ db }) => {
  const { ask, services } = await openSchool(db);
  const text = await (await ask('visitor', 'GET', '/.well-known/security.txt')).text();
  expect(text).toMatch(/^Contact: http/m);
  const expires = new Date(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
  expect(expires.getTime()).toBeGreaterThan(services.clock.now().getTime());
});

test('password managers find the page that changes a password', async ({ db }) => {
  const { ask } = await openSchool(db);
  const response = await ask('visitor', 'GET', '/.well-known/change-password');
  expect([response.status, response.headers.get('location')]).toEqual([302, '/profile?tab=security']);
});

test('the cover of a slug is always the same drawing and says nothing that was asked', async ({ db }) => {
  const { ask } = await openSchool(db);
  const cover = async (address: string) => (await ask('visitor', 'GET', address)).text();
  const first = await cover('/covers/sql-from-scratch.svg?category=databases');
  expect(await cover('/covers/sql-from-scratch.svg?category=databases')).toBe(first);
  expect(await cover('/covers/git-basics.svg')).not.toBe(first);
  expect(await cover('/covers/x.svg?category="><script>')).not.toMatch(/script/);
});

test('an uploaded file is sent under its type, in a sandbox, and only by its name', async ({ db }) => {
  const { ask, services } = await openSchool(db);
  const name = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e.svg';
  await services.storage.put(name, new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  const response = await ask('visitor', 'GET', `/media/${name}`);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect((await ask('visitor', 'GET', `/media/${name.replace('7d', '8d')}`)).status).toBe(404);
  expect((await ask('visitor', 'GET', `/media/${name.replace('.svg', '.html')}`)).status).toBe(404);
});

test('the description of the API is complete and states its failures', async ({ db }) => {
  const { ask } = await openSchool(db);
  const document = await (await ask('visitor', 'GET', '/api/openapi.json')).json();
  expect(document.openapi).toMatch(/^3\.1/);
  const { contract } = await import('#contract/contract');
  const { statedProcedures } = await import('#server/http/check-contract');
  for (const { meta, method, name, path } of statedProcedures(contract)) {
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(operation, name).toBeDefined();
    expect(operation['x-access'], name).toBe(meta.access);
    const schema = operation.responses['400'].content['application/json'].schema;
    expect(schema.required, name).toEqual(expect.arrayContaining(['code', 'message', 'fields', 'requestId']));
  }
  // The addresses besides the contract are a stream, and uploads in pieces.
  const stated = new Set(statedProcedures(contract).map(({ path }) => path));
  expect(Object.keys(document.paths).filter((path) => !stated.has(path))).toEqual([
    '/comments/{courseId}/events',
    '/admin/media/uploads',
    '/admin/media/uploads/{id}',
  ]);
  expect(JSON.stringify(document)).not.toMatch(/allowEmptyValue|allowReserved/);
});

test('the description names the cookie that the school sets', async ({ db }) => {
  const { people } = await openSchool(db);
  const cookieOf = async (variables: Record<string, string>) => {
    const { ask } = await openSchool(db, { people }, variables);
    const document = await (await ask('visitor', 'GET', '/api/openapi.json')).json();
    return document.components.securitySchemes.session.name;
  };
  expect(await cookieOf({})).toBe('lectern.session_token');
  expect(await cookieOf({ PUBLIC_URL: 'https://school.example' })).toBe('__Host-lectern.session_token');
});

test('the list of addresses of a large school is made once for all who ask', async ({ ownDb }) => {
  const { ask } = await openSchool(ownDb);
  await ownDb.pool.query(
    `insert into courses (slug, title, description, thumbnail)
     select 'course-number-' || n, 'Course ' || n, 'Text', '/covers/' || n || '.svg' from generate_series(1, 14000) n`,
  );
  const text = await (await ask('visitor', 'GET', '/sitemap.xml')).text();
  expect(text.length).toBeGreaterThan(1_000_000);
  ownDb.pool.connect = () => Promise.reject(new Error('asked the database'));
  expect((await ask('visitor', 'GET', '/sitemap.xml')).status).toBe(200);
});

test('browsers that ask for favicon.ico by themselves get a picture, kept for an hour', async ({ db }) => {
  const { ask } = await openSchool(db);
  const response = await ask('visitor', 'GET', '/favicon.ico');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/x-icon');
  expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  const bytes = Buffer.from(await response.arrayBuffer());
  // An icon file with one picture of 32 by 32.
  expect([...bytes.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
});
