import { expect, test } from 'vitest';
import { shareSchool } from '../kit/shared-school.ts';

const shared = shareSchool();
const DAY = 24 * 3600;

/** The premium course as a draft, with a link to it. */
async function openRoom() {
  const { content, school } = shared();
  const { id, secrets, sections } = content.courses.premium;
  const status = { from: 'published', to: 'draft' };
  await school.ask('admin', 'POST', `/api/admin/courses/${id}/status`, { body: status });
  const made = await school.ask('admin', 'POST', `/api/admin/courses/${id}/preview-links`, {
    body: { days: 1 },
  });
  const { address, link } = await made.json();
  const read = (token: string, section?: string) =>
    school.ask('visitor', 'POST', '/api/previews', { body: { token, ...(section && { section }) } });
  const codeOf = async (reply: Response) => (await reply.json()).code;
  return { address, codeOf, id, link, read, secrets, sections, token: address.split('#')[1] as string };
}

test('a visitor reads a draft by its link, and no answer, comment or question of it', async () => {
  const { read, secrets, sections, token } = await openRoom();
  const seen = await Promise.all(sections.map(async ({ key }) => (await read(token, key)).text()));
  const found = secrets.filter((secret) => seen.join('').includes(secret));
  expect(found.some((secret) => secret.startsWith('canarylesson'))).toBe(true);
  expect(
    found.filter((secret) => /canary(right|wrong|question|explanation|intro|comment)/.test(secret)),
  ).toEqual([]);
});

test('what is not the secret opens nothing: a guess, a part, its hash, its id, another case', async () => {
  const { codeOf, link, read, token } = await openRoom();
  const { rows } = await shared().db.pool.query<{ token_hash: string }>(
    'select token_hash from preview_links',
  );
  const hash = rows[0]?.token_hash ?? '';
  expect(hash).not.toContain(token);
  expect(token.length).toBeGreaterThanOrEqual(32);
  for (const guess of [
    '',
    'x',
    token.slice(0, -1),
    `${token}x`,
    hash,
    link.id,
    token.toUpperCase(),
    '%',
    `${token} `,
  ])
    expect(await codeOf(await read(guess)), guess).toBe('PREVIEW_NOT_FOUND');
});

test('a link that was revoked, has expired, or leads to the trash opens nothing', async () => {
  const { codeOf, id, link, read, token } = await openRoom();
  const { school } = shared();
  expect((await read(token)).status).toBe(200);
  await school.ask('admin', 'DELETE', `/api/admin/courses/${id}`);
  expect(await codeOf(await read(token))).toBe('PREVIEW_NOT_FOUND');
  await school.ask('admin', 'POST', `/api/admin/trash/courses/${id}/restore`);
  expect((await read(token)).status).toBe(200);
  school.wait(DAY + 1);
  expect(await codeOf(await read(token))).toBe('PREVIEW_NOT_FOUND');
  school.wait(-DAY - 1);
  expect((await read(token)).status).toBe(200);
  await school.ask('admin', 'DELETE', `/api/admin/courses/${id}/preview-links/${link.id}`);
  expect(await codeOf(await read(token))).toBe('PREVIEW_NOT_FOUND');
});

test("a link opens nothing, and isn't listed, once whoever made it is no administrator, disabled, or gone", async () => {
  const { codeOf, id, link, read, token } = await openRoom();
  const { db, school } = shared();
  const listed = async () =>
    (await (await school.ask('admin', 'GET', `/api/admin/courses/${id}/preview-links`)).json()).items.length;
  const maker = async (name: string | null) =>
    db.pool.query('update preview_links set created_by = (select id from users where name = $1)', [name]);
  expect([(await read(token)).status, await listed()]).toEqual([200, 1]);
  for (const former of ['premium', null]) {
    await maker(former);
    expect([former, await codeOf(await read(token)), await listed()]).toEqual([
      former,
      'PREVIEW_NOT_FOUND',
      0,
    ]);
  }
  await maker('admin');
  expect((await read(token)).status).toBe(200);
  await db.pool.query("update users set disabled_at = now() where name = 'admin'");
  expect(await codeOf(await read(token))).toBe('PREVIEW_NOT_FOUND');
  await db.pool.query("update users set disabled_at = null where name = 'admin'");
  expect(
    (await school.ask('admin', 'DELETE', `/api/admin/courses/${id}/preview-links/${link.id}`)).status,
  ).toBe(200);
});

test('a link of one course opens nothing of another, and is revoked by its own alone', async () => {
  const { codeOf, link, read, token } = await openRoom();
  const { content, school } = shared();
  const other = content.courses.basic;
  for (const { id, key } of other.sections)
    for (const named of [id, key, `${other.slug}/${key}`]) {
      const text = await (await read(token, named)).text();
      expect(other.secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
  const path = `/api/admin/courses/${other.id}/preview-links/${link.id}`;
  expect(await codeOf(await school.ask('admin', 'DELETE', path))).toBe('PREVIEW_NOT_FOUND');
  expect((await read(token)).status).toBe(200);
});

test('what a link opens is kept by no cache, and opens no other door', async () => {
  const { id, read, token } = await openRoom();
  const { content, db, school } = shared();
  const { slug } = content.courses.premium;
  const reply = await read(token);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  for (const path of [`/api/courses/${slug}`, `/api/comments/${id}`, `/api/courses/${slug}?token=${token}`])
    expect((await school.ask('visitor', 'GET', path)).status, path).toBe(404);
  const { rows } = await db.pool.query('select from section_progress union all select from enrolments');
  expect(rows).toEqual([]);
  // Whoever makes links is an administrator with a session.
  for (const who of ['visitor', 'premium'] as const)
    expect(
      (await school.ask(who, 'POST', `/api/admin/courses/${id}/preview-links`, { body: {} })).status,
    ).toBeGreaterThanOrEqual(401);
});
