import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect } from 'vitest';
import { readPicture } from '#server/areas/accounts/profile/read-picture';
import { MAX_ADMIN_VALUES, MAX_VALUES, refuseCostlyBody } from '#server/http/bodies/refuse-costly-body';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { openSchool } from '../kit/school.ts';

const JSON_TYPE = 'application/json';
const MEGABYTES = 1_000_000;

/** A body that counts what was read of it. */
function countedBody(bytes: number) {
  const read = { bytes: 0 };
  const body = new ReadableStream({
    pull: (controller) => {
      if (read.bytes >= bytes) return controller.close();
      read.bytes += 65_536;
      controller.enqueue(new Uint8Array(65_536).fill(32));
    },
  });
  return { body, read };
}

test('nothing is read of a large body whose sender may not call at all, and the connection ends', async ({
  db,
}) => {
  const { ask } = await openSchool(db);
  const form = { 'content-type': 'multipart/form-data; boundary=x' };
  for (const [who, method, path, headers, status] of [
    ['visitor', 'PUT', '/api/account/avatar', form, 401],
    ['visitor', 'POST', '/api/exam-attempts/00000000-0000-4000-8000-000000000000/files', form, 401],
    ['visitor', 'POST', '/api/admin/courses', { 'content-type': JSON_TYPE }, 401],
    ['premium', 'POST', '/api/admin/courses', { 'content-type': JSON_TYPE }, 403],
    ['visitor', 'POST', '/api/nothing-is-here', form, 404],
  ] as const) {
    const { body, read } = countedBody(10 * MEGABYTES);
    const response = await ask(who, method, path, { rawBody: body, headers });
    expect([path, response.status]).toEqual([path, status]);
    expect(response.headers.get('connection')).toBe('close');
    // What a stream hands over before anybody asks.
    expect(read.bytes).toBeLessThanOrEqual(131_072);
  }
});

test('a visitor sends a hundred kilobytes at most, declared or not', async ({ db }) => {
  const { ask } = await openSchool(db);
  const { body, read } = countedBody(10 * MEGABYTES);
  const response = await ask('visitor', 'POST', '/api/contact', {
    rawBody: body,
    headers: { 'content-type': JSON_TYPE },
  });
  expect(response.status).toBe(413);
  expect(read.bytes).toBeLessThanOrEqual(300_000);
});

const bodies = {
  keys: JSON.stringify(Object.fromEntries(Array.from({ length: 6000 }, (_, nth) => [`k${nth}`, 1]))),
  entries: `{"name":[${'1,'.repeat(6000)}1]}`,
  objects: `{"name":[${'{},'.repeat(6000)}{}]}`,
  nesting: `${'['.repeat(3000)}${']'.repeat(3000)}`,
  'nesting that is never closed': '{"a":'.repeat(10_000),
};
test.for(Object.entries(bodies))(
  'JSON of too many %s is refused before it is parsed',
  async ([, rawBody], { db }) => {
    const { ask } = await openSchool(db);
    const headers = { 'content-type': JSON_TYPE };
    const response = await ask('free', 'PATCH', '/api/account/profile', { rawBody, headers });
    expect([response.status, (await response.json()).fields]).toEqual([
      400,
      { body: 'has too many values, or nests them too deeply' },
    ]);
  },
);

test('what looks like structure inside text is text, and an administrator may send a whole course', () => {
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  const text = bytes({ content: `${'[{,'.repeat(20_000)}\\"${'"'.repeat(100)}`, rest: [1, 2] });
  expect(() => refuseCostlyBody(JSON_TYPE, text, MAX_VALUES)).not.toThrow();
  const course = bytes(Array.from({ length: 20_000 }, (_, nth) => ({ id: nth, text: 'a, b' })));
  expect(() => refuseCostlyBody(JSON_TYPE, course, MAX_VALUES)).toThrow();
  expect(() => refuseCostlyBody(JSON_TYPE, course, MAX_ADMIN_VALUES)).not.toThrow();
});

test('a form of very many fields or parts is refused before it is parsed', () => {
  const encoded = new TextEncoder().encode('a=1&'.repeat(10_000));
  const type = 'application/x-www-form-urlencoded';
  expect(() => refuseCostlyBody(type, encoded, MAX_VALUES)).toThrow();
  const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n';
  const parts = (count: number) => new TextEncoder().encode(`${part.repeat(count)}--x--\r\n`);
  const multipart = 'multipart/form-data; boundary="x"';
  expect(() => refuseCostlyBody(multipart, parts(60), MAX_VALUES)).toThrow();
  expect(() => refuseCostlyBody(multipart, parts(3), MAX_VALUES)).not.toThrow();
  // The parser of forms takes the parameter of this very name, the first one, with or without quotes.
  for (const disguised of [
    'xboundary=zz; boundary=x',
    'boundary=x; boundary=zz',
    'boundary=zz, multipart/form-data; boundary=x',
    'a="boundary=zz"; BOUNDARY="\\x"',
  ])
    expect(
      () => refuseCostlyBody(`multipart/form-data; ${disguised}`, parts(60), MAX_VALUES),
      disguised,
    ).toThrow();
  expect(() => refuseCostlyBody('multipart/form-data', parts(3), MAX_VALUES)).toThrow();
});

const blank = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } });

test('a tiny file that unpacks into many pixels is not decoded; the photo of a phone is', async () => {
  const avif = await blank(2100).avif({ effort: 0, quality: 1 }).toBuffer();
  expect(await failureOf(readPicture(new File([new Uint8Array(avif)], 'a.avif')))).toBe('UNSUPPORTED_FILE');
  const png = await blank(4100).png().toBuffer();
  expect(await failureOf(readPicture(new File([new Uint8Array(png)], 'a.png')))).toBe('UNSUPPORTED_FILE');
  const progressive = await blank(4100).jpeg({ progressive: true }).toBuffer();
  expect(await failureOf(readPicture(new File([new Uint8Array(progressive)], 'a.jpg')))).toBe(
    'UNSUPPORTED_FILE',
  );
  const photo = await blank(4100).jpeg().toBuffer();
  expect((await readPicture(new File([new Uint8Array(photo)], 'a.jpg'))).length).toBeGreaterThan(100);
});

test('pictures are decoded one after the other, and who comes when too many wait is told to come back', async () => {
  const png = new Uint8Array(await blank(300).png().toBuffer());
  const all = await Promise.all(
    Array.from({ length: 30 }, () => failureOf(readPicture(new File([png, randomBytes(1)], 'a.png')))),
  );
  const refused = all.filter((one) => one === 'RATE_LIMITED');
  expect(refused).toHaveLength(10);
});
