import sharp from 'sharp';
import { expect } from 'vitest';
import { VISITOR } from '#domain/access/viewer';
import { makeSharePicture } from '#server/areas/admin/share/make-share-picture';
import { insertContent, UNKNOWN } from '#tests/attack/content/content';
import { type CallerName, openSchool, type School } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

const FOR_EVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';

/** The address of the picture that the reply at `address` names. */
async function imageIn(school: School, address: string, who: CallerName = 'visitor'): Promise<string> {
  const { shareImage } = await (await school.ask(who, 'GET', address)).json();
  return shareImage;
}
const ask = (school: School, address: string) => school.ask('visitor', 'GET', address);

test('every course and post has a picture to share, also above the plan, and each can be kept for good', async ({
  db,
}) => {
  const school = await openSchool(db);
  const { courses, posts } = await insertContent(db);
  const pages = [
    ...Object.values(courses).map(({ slug }) => `/api/courses/${slug}`),
    ...Object.values(posts).map(({ id }) => `/api/posts/${id}`),
  ];
  for (const page of pages) {
    const address = await imageIn(school, page);
    const reply = await ask(school, address);
    expect([reply.status, reply.headers.get('cache-control')], page).toEqual([200, FOR_EVER]);
    const picture = Buffer.from(await reply.arrayBuffer());
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    const again = await school.ask('visitor', 'GET', address, {
      headers: { 'if-none-match': reply.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    // Whatever else is asked for by the same path is the same picture, and not kept for good.
    const other = await ask(school, address.replace(/v=.*/, 'v=0&w=90000'));
    expect([other.headers.get('cache-control'), Buffer.from(await other.arrayBuffer())]).toEqual([
      AN_HOUR,
      picture,
    ]);
  }
});

test('a picture is drawn once, and has another address when its page or the school says something else', async ({
  db,
}) => {
  const school = await openSchool(db);
  const { courses } = await insertContent(db);
  const { id, slug } = courses.premium;
  const visitor = { viewer: VISITOR, ipAddress: '', requestId: '1', userAgent: '' };
  const draw = () => makeSharePicture(school.services, visitor, { kind: 'courses', id: slug });
  const [one, two] = await Promise.all([draw(), draw()]);
  expect(two.bytes).toBe(one.bytes);
  const before = await imageIn(school, `/api/courses/${slug}`);
  await db.kysely
    .updateTable('courses')
    // A cover of another host is never fetched.
    .set({ title: 'Another title', thumbnail: 'http://127.0.0.1:1/cover.webp' })
    .where('id', '=', id)
    .execute();
  const renamed = await draw();
  expect(renamed.version).not.toBe(one.version);
  expect((await ask(school, before)).headers.get('cache-control')).toBe(AN_HOUR);
});

test('what a visitor may not find has no picture, whoever asks', async ({ db }) => {
  const school = await openSchool(db);
  const { courses, posts } = await insertContent(db);
  const status = async (address: string, who: CallerName) => (await school.ask(who, 'GET', address)).status;
  const pictures = [`/share/courses/${courses.free.slug}.jpg`, `/share/posts/${posts.free.id}.jpg`];
  for (const address of pictures) expect(await status(address, 'visitor')).toBe(200);
  for (const state of ['draft', 'archived'] as const) {
    await db.kysely.updateTable('courses').set({ state }).execute();
    for (const who of ['visitor', 'premium', 'admin'] as const)
      for (const address of pictures) expect(await status(address, who), `${address} ${state}`).toBe(404);
  }
  const absent = [
    '/share/courses/absent.jpg',
    `/share/courses/${courses.free.id}.jpg`,
    `/share/posts/${UNKNOWN}.jpg`,
    '/share/posts/x.jpg',
    `/share/certificates/${UNKNOWN}.jpg`,
    '/share/users/1.jpg',
    '/share/courses/..%2Ffree.jpg',
    `/share/courses/${courses.free.slug}.png`,
  ];
  for (const address of absent) expect(await status(address, 'admin'), address).toBe(404);
});

test('a certificate has a picture as long as it is valid, and no copy of it is kept for good', async ({
  db,
}) => {
  const school = await openSchool(db);
  const { certificates } = await insertContent(db);
  const id = certificates.premium ?? '';
  const address = await imageIn(school, `/api/certificates/${id}`);
  const reply = await ask(school, address);
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, AN_HOUR]);
  await db.kysely
    .updateTable('certificates')
    .set({ revoked_at: new Date(), revoked_reason: 'A mistake' })
    .where('id', '=', id)
    .execute();
  expect((await ask(school, address)).status).toBe(404);
});
