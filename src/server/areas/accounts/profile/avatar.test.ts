import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { removeFiles } from '#server/areas/exams/attempts/remove-files';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { removeAvatar } from './remove-avatar.ts';
import { setAvatar } from './set-avatar.ts';

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 10, g: 140, b: 130 } } });
const fileOf = (bytes: Uint8Array, name = 'me.png', type = 'image/png') =>
  new File([new Uint8Array(bytes)], name, { type });

async function keysIn({ services }: Verbs): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of services.storage.list()) keys.push(key);
  return keys;
}
const mediaRows = ({ services }: Verbs) => services.db.kysely.selectFrom('media').selectAll().execute();
const put = (verbs: Verbs, bytes: Uint8Array, name?: string, type?: string) =>
  setAvatar(verbs.services, verbs.as('free'), { file: fileOf(bytes, name, type) });

test.for(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
  'a %s becomes a small square WebP, known to the profile and the store',
  async (format, { db }) => {
    const verbs = await openVerbs(db);
    const { avatar } = await put(verbs, await blank(600, 300).toFormat(format).toBuffer());
    expect(avatar).toMatch(/^\/media\/[0-9a-f-]{36}\.webp$/);
    const stored = Buffer.from(
      (await verbs.services.storage.get(avatar?.replace('/media/', '') ?? '')) ?? [],
    );
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect(await mediaRows(verbs)).toMatchObject([
      { kind: 'avatar', mime: 'image/webp', bytes: stored.length, id: avatar?.slice(7, 43) },
    ]);
    const profile = await db.kysely
      .selectFrom('profiles')
      .select('avatar_url')
      .where('avatar_url', 'is not', null)
      .execute();
    expect(profile).toEqual([{ avatar_url: avatar }]);
  },
);

test('a portrait that says to turn it is turned, and where and with what it was taken is gone', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const left = await blank(40, 80).png().toBuffer();
  const photo = await sharp({ create: { width: 80, height: 80, channels: 3, background: 'white' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .withExif({
      IFD0: { Orientation: '6', Make: 'SecretCamera', Artist: 'Ada Lovelace' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withIccProfile('srgb')
    .jpeg()
    .toBuffer();
  expect(photo.includes('SecretCamera')).toBe(true);
  const { avatar } = await put(verbs, photo);
  const stored = Buffer.from((await verbs.services.storage.get(avatar?.replace('/media/', '') ?? '')) ?? []);
  const { exif, icc, iptc, orientation, xmp } = await sharp(stored).metadata();
  expect({ exif, icc, iptc, orientation, xmp }).toEqual({});
  expect(stored.includes('SecretCamera')).toBe(false);
  const top = await sharp(stored).extract({ left: 100, top: 40, width: 1, height: 1 }).raw().toBuffer();
  expect(top[0]).toBeLessThan(60);
});

test('what hides behind the pixels of a picture does not survive', async ({ db }) => {
  const verbs = await openVerbs(db);
  const script = '<script>alert(1)</script><?php system("id") ?>';
  const polyglot = Buffer.concat([await blank(20, 20).png().toBuffer(), Buffer.from(script)]);
  const { avatar } = await put(verbs, polyglot);
  const stored = Buffer.from((await verbs.services.storage.get(avatar?.replace('/media/', '') ?? '')) ?? []);
  expect(stored.includes('<script>')).toBe(false);
});

test('the content decides, not the name: drawings, pages and broken pictures are refused', async ({ db }) => {
  const verbs = await openVerbs(db);
  const png = await blank(50, 50).png().toBuffer();
  const refused: Record<string, Uint8Array> = {
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'svg with a declaration': Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    html: Buffer.from('<!doctype html><script>alert(1)</script>'),
    pdf: Buffer.from('%PDF-1.7\n'),
    tiff: await blank(10, 10).tiff().toBuffer(),
    empty: Buffer.alloc(0),
    'a signature alone': png.subarray(0, 8),
    'cut off': png.subarray(0, png.length - 30),
    'svg behind a signature': Buffer.concat([png.subarray(0, 8), Buffer.from('<svg/>')]),
  };
  for (const [name, bytes] of Object.entries(refused)) {
    expect(await failureOf(put(verbs, bytes, 'me.png', 'image/png')), name).toBe('UNSUPPORTED_FILE');
  }
  expect(await keysIn(verbs)).toEqual([]);
  const misnamed = await put(verbs, png, 'me.svg', 'image/svg+xml');
  expect(misnamed.avatar).toMatch(/\.webp$/);
});

test('more than 2 MB is refused, exactly 2 MB is not', async ({ db }) => {
  const verbs = await openVerbs(db);
  const png = await blank(50, 50).png().toBuffer();
  const filled = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);
  const limit = 2 * 1024 * 1024;
  expect(await failureOf(put(verbs, filled(limit + 1)))).toBe('BODY_TOO_LARGE');
  expect(await keysIn(verbs)).toEqual([]);
  expect((await put(verbs, filled(limit))).avatar).toMatch(/\.webp$/);
});

test('a small file that unpacks into gigabytes is refused at once, in little memory', async ({ db }) => {
  const verbs = await openVerbs(db);
  const side = 30_000;
  const bomb = hugePng(side);
  expect(bomb.length).toBeLessThan(2 * 1024 * 1024);
  const before = process.memoryUsage().rss;
  const started = performance.now();
  expect(await failureOf(put(verbs, bomb))).toBe('UNSUPPORTED_FILE');
  expect(performance.now() - started).toBeLessThan(3000);
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
});

/** A whole PNG of one colour: 900 megapixels in under a megabyte. */
function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const row = Buffer.alloc(1 + side / 8);
  const rows = Buffer.alloc(row.length * side);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

test('another picture replaces the first, whose file goes; those of others stay', async ({ db }) => {
  const verbs = await openVerbs(db);
  const png = await blank(50, 50).png().toBuffer();
  const others = await setAvatar(verbs.services, verbs.as('premium'), { file: fileOf(png) });
  const first = await put(verbs, png);
  const second = await put(verbs, png);
  expect(second.avatar).not.toBe(first.avatar);
  expect((await keysIn(verbs)).map((key) => `/media/${key}`).sort()).toEqual(
    [others.avatar, second.avatar].sort(),
  );
  expect(await mediaRows(verbs)).toHaveLength(2);
});

test('removed, the picture is gone from the profile, the table and the store', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { avatar } = await put(verbs, await blank(50, 50).png().toBuffer());
  expect(await removeAvatar(verbs.services, verbs.as('free'))).toMatchObject({ avatar: null, name: 'free' });
  expect(await keysIn(verbs)).toEqual([]);
  expect(await mediaRows(verbs)).toEqual([]);
  expect(await db.kysely.selectFrom('files_to_remove').select('key').execute()).toEqual([]);
  const audit = await db.kysely
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('action', 'like', 'profile.%')
    .orderBy('id')
    .execute();
  expect(audit).toEqual([
    { action: 'profile.set-avatar', after: { avatar } },
    { action: 'profile.remove-avatar', after: null },
  ]);
  expect(await removeAvatar(verbs.services, verbs.as('free'))).toMatchObject({ avatar: null });
});

test('when the store takes no file nothing changes; when an old one cannot be removed the change is made', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const png = await blank(50, 50).png().toBuffer();
  const { avatar } = await put(verbs, png);
  const broken = (what: 'put' | 'remove') => {
    const refuse = async () => {
      throw new Error('the store is away');
    };
    return { ...verbs.services, storage: { ...verbs.services.storage, [what]: refuse } };
  };
  await expect(setAvatar(broken('put'), verbs.as('free'), { file: fileOf(png) })).rejects.toThrow(
    'the store is away',
  );
  expect(await mediaRows(verbs)).toMatchObject([{ id: avatar?.slice(7, 43) }]);
  const changed = await setAvatar(broken('remove'), verbs.as('free'), { file: fileOf(png) });
  expect(await mediaRows(verbs)).toMatchObject([{ id: changed.avatar?.slice(7, 43) }]);
  // The one before is still to be had by its address, until the chore is through with it.
  expect((await keysIn(verbs)).map((key) => `/media/${key}`).sort()).toEqual([avatar, changed.avatar].sort());
  await removeFiles(verbs.services);
  expect((await keysIn(verbs)).map((key) => `/media/${key}`)).toEqual([changed.avatar]);
  await removeAvatar(broken('remove'), verbs.as('free'));
  await removeFiles(verbs.services);
  expect(await keysIn(verbs)).toEqual([]);
});

test('a picture that was stored by a process that died meanwhile goes again', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const png = await blank(50, 50).png().toBuffer();
  const dying = {
    ...services,
    db: { ...services.db, transaction: () => new Promise<never>(() => undefined) },
  };
  void setAvatar(dying, verbs.as('free'), { file: fileOf(png) });
  await vi.waitUntil(async () => (await keysIn(verbs)).length === 1);
  expect(await removeFiles(services)).toBe(0);
  verbs.wait(3601);
  expect(await removeFiles(services)).toBe(1);
  expect(await keysIn(verbs)).toEqual([]);
});

test('when the change is not committed its file does not stay either', async ({ db }) => {
  const verbs = await openVerbs(db);
  const stranger = { ...verbs.as('free') };
  const viewer = {
    ...stranger.viewer,
    userId: '00000000-0000-4000-8000-000000000000',
  } as typeof stranger.viewer;
  const attempt = setAvatar(
    verbs.services,
    { ...stranger, viewer },
    { file: fileOf(await blank(50, 50).png().toBuffer()) },
  );
  await expect(attempt).rejects.toThrow(/media_owner_id_fkey/);
  expect(await keysIn(verbs)).toEqual([]);
});

test('a visitor has no picture', async ({ db }) => {
  const verbs = await openVerbs(db);
  const file = fileOf(await blank(50, 50).png().toBuffer());
  expect(await failureOf(setAvatar(verbs.services, verbs.as('visitor'), { file }))).toBe('SIGN_IN_REQUIRED');
  expect(await failureOf(removeAvatar(verbs.services, verbs.as('visitor')))).toBe('SIGN_IN_REQUIRED');
});
