import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, onTestFinished, vi } from 'vitest';
import type { Tier } from '#domain/tiers';
import { mediaSignature } from '#server/areas/media/media-signature';
import { storeFile, storePicture } from '#server/areas/media/store-file';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { CALLERS, openSchool, type School } from '../kit/school.ts';
import { insertContent } from './content.ts';

const HOUR = 3600;
const CSV = Buffer.from('name,score\nAda,3\n');

/** A school whose lessons of every tier show a picture and offer a file, each its own. */
async function open(db: Db) {
  const school = await openSchool(db);
  const content = await insertContent(db);
  const files = {} as Record<Tier, { picture: string; table: string; section: string }>;
  for (const [index, tier] of (['free', 'basic', 'premium'] as const).entries()) {
    const png = await sharp({ create: { width: 40 + index, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const { picture, table } = await db.transaction(async (trx) => ({
      picture: (await storePicture(school.services, trx, png, 'images/teal.png')).address,
      table: (await storeFile(school.services, trx, Buffer.concat([CSV, Buffer.from(tier)]), 'Größe 1.csv'))
        .address,
    }));
    const { sections, slug } = content.courses[tier];
    await db.kysely
      .updateTable('course_content')
      .set({ content_html: `<p><img src="${picture}" alt="Teal"><a href="${table}">Exercise</a></p>` })
      .where('id', '=', sections[0]?.id ?? '')
      .execute();
    files[tier] = { picture, table, section: `/api/courses/${slug}/sections/${sections[0]?.key}` };
  }
  return { content, files, school };
}

/** The addresses of files in what somebody is answered, as they stand there. */
async function addressesIn(
  school: School,
  who: (typeof CALLERS)[number],
  address: string,
): Promise<string[]> {
  const text = await (await school.ask(who, 'GET', address)).text();
  return [...text.matchAll(/\/media\/[^\\"]+/g)].map(([found]) => found);
}
const statusOf = async (school: School, who: (typeof CALLERS)[number], address: string) =>
  (await school.ask(who, 'GET', address)).status;

test('whoever may open a lesson is answered with addresses that open its picture and its file', async ({
  db,
}) => {
  const { files, school } = await open(db);
  const { picture, section, table } = files.premium;
  const { html } = await (await school.ask('premium', 'GET', section)).json();
  expect(html).toMatch(
    /^<p><img width="42" height="30" src="\/media\/[^"]+\?s=[^"]+" alt="Teal"><a href="\/media\/[^"]+\?s=/,
  );
  const [shown = '', offered = ''] = await addressesIn(school, 'premium', section);
  expect([shown.split('?')[0], offered.split('?')[0]]).toEqual([picture, table]);
  const seen = await school.ask('premium', 'GET', shown);
  expect(seen.status).toBe(200);
  expect(Object.fromEntries(seen.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=86400, immutable',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
  expect(seen.headers.get('content-disposition')).toBe(null);
  const taken = await school.ask('premium', 'GET', offered);
  expect(await taken.text()).toBe(`${CSV}premium`);
  expect(Object.fromEntries(taken.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('Größe 1.csv')}`,
    'x-content-type-options': 'nosniff',
  });
});

test.for(CALLERS.filter((who) => who !== 'admin'))(
  '%s opens no file by its plain address',
  async (who, { db }) => {
    const { files, school } = await open(db);
    for (const { picture, table } of Object.values(files))
      for (const address of [
        picture,
        table,
        `${picture}?`,
        `${picture}?s=`,
        `${picture}?s=1.1`,
        `${picture}?S=x`,
      ])
        expect(await statusOf(school, who, address), address).toBe(404);
  },
);

test('below the tier nobody is told an address, signed or not', async ({ db }) => {
  const { files, school } = await open(db);
  const readers: Record<Tier, readonly (typeof CALLERS)[number][]> = {
    free: ['visitor', 'free', 'basic', 'second', 'premium', 'admin'],
    basic: ['basic', 'second', 'premium', 'admin'],
    premium: ['premium', 'admin'],
  };
  for (const [tier, { section }] of Object.entries(files))
    for (const who of CALLERS) {
      const found = await addressesIn(school, who, section);
      expect(found.length, `${who} ${tier}`).toBe(readers[tier as Tier].includes(who) ? 2 : 0);
    }
});

test('a signature that was made up, is of another file, or is over opens nothing', async ({ db }) => {
  const { files, school } = await open(db);
  const [shown = ''] = await addressesIn(school, 'premium', files.premium.section);
  const [free = ''] = await addressesIn(school, 'visitor', files.free.section);
  const [plain = '', signature = ''] = shown.split('?s=');
  const [day = '', code = ''] = signature.split('.');
  const later = (Number.parseInt(day, 36) + 1).toString(36);
  const forged = [
    `${plain}?s=${free.split('?s=')[1]}`,
    `${plain}?s=${later}.${code}`,
    `${plain}?s=${day}.${code.slice(0, -2)}`,
    `${plain}?s=${day}.${'A'.repeat(code.length)}`,
    `${plain}?s=.${code}`,
    `${plain}?s=${day}`,
    `${plain}?s=NaN.${code}`,
    `${plain}?s=${signature}%00`,
    `/media/${randomUUID()}.png?s=${signature}`,
    plain.replace('.png', '.webp').concat(`?s=${signature}`),
  ];
  for (const address of forged) expect(await statusOf(school, 'premium', address), address).toBe(404);
  expect(await statusOf(school, 'premium', shown)).toBe(200);
  school.wait(24 * HOUR);
  expect(await statusOf(school, 'premium', shown)).toBe(200);
  // What is kept for an audience is signed anew in time.
  const [renewed = ''] = await addressesIn(school, 'premium', files.premium.section);
  expect(renewed).not.toBe(shown);
  school.wait(12 * HOUR);
  expect(await statusOf(school, 'premium', shown)).toBe(404);
  expect(await statusOf(school, 'premium', renewed)).toBe(200);
});

test('what somebody writes themselves is not signed for them', async ({ db }) => {
  const { content, files, school } = await open(db);
  const { picture } = files.premium;
  const text = `![x](${picture}) [y](${picture}) <img src="${picture}">`;
  const written = await school.ask('free', 'POST', `/api/comments/${content.courses.free.id}`, {
    body: { content: text },
  });
  expect(written.status).toBe(201);
  for (const who of ['free', 'admin'] as const) {
    const said = await (await school.ask(who, 'GET', `/api/comments/${content.courses.free.id}`)).text();
    expect(said).toContain(picture);
    expect(said).not.toContain('?s=');
  }
});

test('administrators open the plain addresses of their sources, and nothing of it is kept anywhere', async ({
  db,
}) => {
  const { files, school } = await open(db);
  const reply = await school.ask('admin', 'GET', files.premium.picture);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('cache-control')).toBe('private, no-store');
  await db.kysely
    .insertInto('site_settings')
    .values({
      name: 'security',
      value: JSON.stringify({
        twoFactor: false,
        passwordPolicy: 'medium',
        sessionTimeout: 60,
        allowedAddresses: ['10.9.9.9'],
      }),
    })
    .execute();
  school.services.settings.forget();
  expect(await statusOf(school, 'admin', files.premium.picture)).toBe(404);
});

test('portraits and covers stay open to everybody, and are never signed', async ({ db }) => {
  const { files, school } = await open(db);
  const id = randomUUID();
  await school.services.storage.put(`${id}.svg`, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  const row = { id, kind: 'cover', mime: 'image/svg+xml', bytes: 5, sha256: 'x' };
  await db.kysely.insertInto('media').values(row).execute();
  await db.kysely
    .updateTable('course_content')
    .set({ content_html: `<img src="/media/${id}.svg" alt="">` })
    .where('key', '=', '1-lesson')
    .execute();
  school.content.bump();
  expect(await addressesIn(school, 'premium', files.premium.section)).toEqual([`/media/${id}.svg`]);
  expect(await statusOf(school, 'visitor', `/media/${id}.svg`)).toBe(200);
});

test('of a file that is asked for in part, only that part is read; of one that is known, nothing', async ({
  db,
}) => {
  const school = await openSchool(db);
  const { storage } = school.services;
  const bytes = Buffer.alloc(2 * 1024 * 1024, 'name,score\n');
  const { address } = await db.transaction((trx) => storeFile(school.services, trx, bytes, 'large.csv'));
  const name = address.slice('/media/'.length);
  const signed = `${address}?s=${mediaSignature(school.services, name)}`;
  const get = vi.spyOn(storage, 'get');
  onTestFinished(() => get.mockRestore());
  const ask = async (method: string, headers: Record<string, string>, path = signed) => {
    get.mockClear();
    const reply = await school.ask('visitor', method, path, { headers });
    const body = await reply.text();
    const read = await Promise.all(get.mock.results.map(({ value }) => value));
    return { reply, body, read: read.reduce((sum, part) => sum + (part?.length ?? 0), 0) };
  };
  const first = await ask('GET', { range: 'bytes=0-0' });
  expect([first.reply.status, first.body, first.read]).toEqual([206, 'n', 2]);
  const head = await ask('HEAD', {});
  expect([head.reply.headers.get('content-length'), head.read]).toEqual([String(bytes.length), 1]);
  const known = await ask('GET', { 'if-none-match': `"${name}"` });
  expect([known.reply.status, known.reply.headers.get('etag'), known.read]).toEqual([304, `"${name}"`, 0]);
  // What one has kept opens nothing.
  expect((await ask('GET', { 'if-none-match': `"${name}"` }, address)).reply.status).toBe(404);
  const whole = await ask('GET', {});
  expect(whole.body === bytes.toString()).toBe(true);
  expect(
    Math.max(...get.mock.calls.map(([, range]) => (range ? range.end - range.start : bytes.length))),
  ).toBe(256 * 1024 - 1);
  await storage.remove(`content-${name}`);
  expect((await ask('GET', {})).reply.status).toBe(404);
});
