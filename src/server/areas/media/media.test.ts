import fc from 'fast-check';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect } from 'vitest';
import { removeFiles } from '#server/areas/exams/attempts/remove-files';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { WHOLE_BLOCKS } from './blocks/block-file.ts';
import { HOLDING_TEXTS } from './media-sql.ts';
import { openMedia } from './open-media.ts';
import { safeName } from './safe-name.ts';
import { signMedia } from './sign-media.ts';
import { storeFile, storePicture } from './store-file.ts';
import { sweepMedia } from './sweep-media.ts';
import { updateMedia } from './update-media.ts';

const DAY = 24 * 3600;
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } });
const put = ({ services }: Verbs, bytes: Buffer, name: string) =>
  services.db.transaction((trx) => storeFile(services, trx, bytes, name));
const stored = async ({ services }: Verbs, address: string) =>
  Buffer.from((await services.storage.get(address.replace('/media/', 'content-'))) ?? []);
const rows = ({ services }: Verbs) => services.db.kysely.selectFrom('media').selectAll().execute();

test.for(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)(
  'a %s is what its content says, keeps its size and loses where it was taken',
  async (format, { db }) => {
    const verbs = await openVerbs(db);
    const given = await blank(60, 40)
      .withExif({ IFD0: { Make: 'SecretCamera' } })
      .toFormat(format)
      .toBuffer();
    const { address, size } = await put(verbs, given, 'holiday.txt');
    const ending = format === 'jpeg' ? 'jpg' : format;
    expect(address).toMatch(new RegExp(`^/media/[0-9a-f-]{36}\\.${ending}$`));
    expect(size).toEqual({ width: 60, height: 40 });
    const kept = await stored(verbs, address);
    expect(await sharp(kept).metadata()).toMatchObject({ width: 60, height: 40 });
    expect(kept.includes('SecretCamera')).toBe(false);
    expect(await rows(verbs)).toMatchObject([
      {
        kind: 'content',
        bytes: kept.length,
        width: 60,
        height: 40,
        name: `holiday.txt.${ending}`,
        owner_id: null,
      },
    ]);
  },
);

test('the same content again is the same file, as it came and as it is kept', async ({ db }) => {
  const verbs = await openVerbs(db);
  const given = await blank(60, 40).jpeg().toBuffer();
  const first = await put(verbs, given, 'a.jpg');
  expect(await put(verbs, given, 'b.jpg')).toEqual(first);
  expect(await put(verbs, await stored(verbs, first.address), 'c.jpg')).toEqual(first);
  const table = await put(verbs, Buffer.from('a,b\n'), 'a.csv');
  expect(await put(verbs, Buffer.from('a,b\n'), 'b.csv')).toEqual(table);
  expect((await put(verbs, Buffer.from('a,b\n'), 'b.txt')).address).toMatch(/\.txt$/);
  expect(await rows(verbs)).toHaveLength(3);
});

test('a moving picture stays one, and a large one fits a screen', async ({ db }) => {
  const verbs = await openVerbs(db);
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 20, height: 10, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const moving = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const { address, size } = await put(verbs, moving, 'a.gif');
  expect(size).toEqual({ width: 20, height: 10 });
  expect(await sharp(await stored(verbs, address)).metadata()).toMatchObject({ pages: 2 });
  expect((await put(verbs, await blank(3000, 1000).jpeg().toBuffer(), 'a.jpg')).size).toEqual({
    width: 2560,
    height: 853,
  });
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="9" height="9"/></svg>';
const refused: readonly (readonly [string, Buffer, string])[] = [
  ['a page', Buffer.from('<html></html>'), 'a.html'],
  ['a program', Buffer.from('MZ'), 'a.exe'],
  ['no ending', Buffer.from('text'), 'text'],
  ['a name of every object', Buffer.from('text'), 'a.constructor'],
  ['a PDF that is none', Buffer.from('hello'), 'a.pdf'],
  ['a table that is no text', Buffer.from([0xff, 0xfe, 0, 1]), 'a.csv'],
  ['a picture that is none', Buffer.from('89504e470d0a1a0a00', 'hex'), 'a.png'],
  ['a drawing that is broken', Buffer.from(SVG.replace('</svg>', '')), 'a.svg'],
  ['another document', Buffer.from('<html><svg/></html>'), 'a.svg'],
  ['nothing', Buffer.alloc(0), 'a.txt'],
];

test.for(refused)('%s is refused, and nothing is kept', async ([, bytes, name], { db }) => {
  const verbs = await openVerbs(db);
  expect(await failureOf(put(verbs, bytes, name))).toBe('UNSUPPORTED_FILE');
  expect(await rows(verbs)).toEqual([]);
});

test('too many pixels and too many bytes are refused before they cost anything', async ({ db }) => {
  const verbs = await openVerbs(db);
  const huge = await sharp({ create: { width: 5000, height: 4000, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  expect(await failureOf(put(verbs, huge, 'a.png'))).toBe('UNSUPPORTED_FILE');
  const long = Buffer.alloc(11 * 1024 * 1024);
  huge.copy(long);
  expect(await failureOf(put(verbs, long, 'a.png'))).toBe('BODY_TOO_LARGE');
  expect(await failureOf(put(verbs, Buffer.alloc(51 * 1024 * 1024, 'a'), 'a.txt'))).toBe('BODY_TOO_LARGE');
});

test('a drawing of shapes is a picture, a PDF is none', async ({ db }) => {
  const { services } = await openVerbs(db);
  const picture = (bytes: Buffer, name: string) =>
    services.db.transaction((trx) => storePicture(services, trx, bytes, name));
  expect((await picture(Buffer.from(SVG), 'a.svg')).size).toEqual({ width: 40, height: 20 });
  expect(await failureOf(picture(Buffer.from('%PDF-1.7'), 'a.pdf'))).toBe('UNSUPPORTED_FILE');
});

test('names lead nowhere else, whatever they were', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('../../a.csv', 'C:\\x\\..\\.env', '/etc/passwd', '.csv', 'CON/\0.csv'),
      ),
      (given) => {
        const name = safeName(given, 'csv');
        expect(name).toMatch(/^[^./\\][^\\\0]*\.csv$/i);
        expect(
          name.split('/').every((part) => part !== '' && !part.startsWith('.') && part.length <= 210),
        ).toBe(true);
        expect(safeName(name, 'csv')).toBe(name);
        expect(() => encodeURIComponent(name)).not.toThrow();
      },
    ),
  );
});

test('a name fits into every file system and archive', () => {
  for (const sign of ['漢', '🀄', 'ä', 'a', '. ', ' .漢'])
    for (const ending of ['', '.pdf']) {
      const name = safeName(sign.repeat(100) + ending, 'pdf');
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
      expect(name).toMatch(/^[^. ].*\.pdf$/u);
      expect(safeName(name, 'pdf')).toBe(name);
    }
  const deep = safeName(`${`${'a'.repeat(100)}/`.repeat(6)}b.pdf`, 'pdf');
  expect(deep.length).toBeLessThanOrEqual(300);
  expect(deep).toMatch(/\/b\.pdf$/);
});

test('only what authors write is signed, of files that are there', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { address } = await put(verbs, await blank(6, 4).png().toBuffer(), 'a.png');
  const html = `<img src="${address}" alt="a > b"><pre>src="${address}"</pre><img src="/media/00000000-0000-4000-8000-000000000000.png">`;
  const given = {
    html,
    answers: { html, src: address },
    textHtml: html,
    at: new Date(0),
    questions: [{ picture: { src: address, alt: address }, choices: [{ id: 'a', html: 'plain' }] }],
  };
  const signed = await signMedia(verbs.services, given);
  expect(signed.html).toMatch(
    new RegExp(
      `^<img width="6" height="4" src="${address}\\?s=[^"]+" alt="a > b"><pre>src="${address}"</pre><img src="/media/0{8}-[0-9-]+\\.png">$`,
    ),
  );
  expect(signed.questions[0]?.picture.src).toContain(`${address}?s=`);
  const { html: _, questions: __, ...rest } = signed;
  const { html: ___, questions: ____, ...same } = given;
  expect(rest).toEqual(same);
  expect(signed.questions[0]?.picture.alt).toBe(address);
  expect(given.html).toBe(html);
});

test('a video is signed with its size and the picture that it shows before it plays', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { address: poster } = await put(verbs, await blank(6, 4).png().toBuffer(), 'a.png');
  const [video, sound] = ['1', '2'].map((last) => `00000000-0000-4000-8000-00000000000${last}`);
  const facts = { width: 640, height: 360, seconds: 9, poster };
  await db.pool.query(
    `insert into media (id, kind, mime, bytes, sha256, name, ending, source_sha256, video)
     values ($1, 'content', 'video/mp4', 9, 'a', 'a.mp4', 'mp4', 'a', $3), ($2, 'content', 'audio/mpeg', 9, 'b', 'b.mp3', 'mp3', 'b', null)`,
    [video, sound, facts],
  );
  const html = `<video src="/media/${video}.mp4" controls></video><audio src="/media/${sound}.mp3" controls></audio>`;
  const signed = await signMedia(verbs.services, { html });
  expect(signed.html).toMatch(
    new RegExp(
      `^<video width="640" height="360" poster="${poster}\\?s=[^"]+" src="/media/${video}.mp4\\?s=[^"]+" controls></video><audio src="/media/${sound}.mp3\\?s=[^"]+" controls></audio>$`,
    ),
  );
});

test('what no text names for a month is forgotten; what a version, the trash or an attempt names stays', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const kept: string[] = [];
  for (const [at, [table, column]] of HOLDING_TEXTS.entries()) {
    const { address } = await put(verbs, Buffer.from(`named by ${table}.${column} ${at}`), 'a.txt');
    kept.push(address);
    await holdIn(db, at, `see ${address} there`);
  }
  const { address: lost } = await put(verbs, Buffer.from('nobody names this'), 'a.txt');
  verbs.wait(31 * DAY);
  const { address: fresh } = await put(verbs, Buffer.from('just stored'), 'a.txt');
  expect(await sweepMedia(services)).toBe(1);
  expect(await removeFiles(services)).toBe(1);
  expect((await stored(verbs, lost)).length).toBe(0);
  for (const address of [...kept, fresh]) expect((await stored(verbs, address)).length).toBeGreaterThan(0);
  // Asked for again, it is another file.
  expect((await put(verbs, Buffer.from('nobody names this'), 'a.txt')).address).not.toBe(lost);
  expect(await sweepMedia(services)).toBe(0);
});

/** A row that holds a text; what else its table asks for is filled with anything. */
async function holdIn(db: Verbs['services']['db'], at: number, text: string): Promise<void> {
  const [table, column] = HOLDING_TEXTS[at] ?? ['', ''];
  await db.transaction(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    const { rows: checks } = await sql<{ name: string }>`
      select conname as name from pg_constraint where contype = 'c' and conrelid = ${table}::regclass`.execute(
      trx,
    );
    for (const { name } of checks)
      await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(trx);
    const { rows: columns } = await sql<{ name: string; type: string }>`
      select column_name as name, udt_name as type from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and (column_name in (${column}, 'section_type')
        or (is_nullable = 'NO' and column_default is null and is_generated = 'NEVER' and is_identity = 'NO'))`.execute(
      trx,
    );
    const values = columns.map(({ name, type }) => {
      if (name === column) return type === 'jsonb' ? JSON.stringify({ text }) : text;
      return fillingOf(type, at);
    });
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
      values (${sql.join(values)})`.execute(trx);
    // The whole test is one transaction.
    await sql`set local session_replication_role = origin`.execute(trx);
  });
}

function fillingOf(type: string, at: number): unknown {
  if (type === 'uuid') return `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
  if (type === 'timestamptz') return '2026-01-01T00:00:00Z';
  if (type === 'section_type') return 'exam';
  if (type === 'jsonb' || type.startsWith('_')) return '{}';
  return type === 'int4' || type === 'int8' ? at + 1 : `x${at}`;
}

test('captions and chapters of the library go with a video in a text and in a section; a change shows at once', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const admin = verbs.as('admin');
  const video = '00000000-0000-4000-8000-000000000001';
  await db.pool.query(
    `insert into media (id, kind, mime, bytes, sha256, name, ending, source_sha256)
     values ($1, 'content', 'video/mp4', 9, 'a', 'a.mp4', 'mp4', 'a')`,
    [video],
  );
  const reply = {
    html: `<video src="/media/${video}.mp4" controls></video>`,
    video: { provider: 'file', src: `/media/${video}.mp4`, captions: null },
  };
  expect((await signMedia(services, reply)).html).not.toContain('<track');
  const { address } = await put(verbs, Buffer.from('WEBVTT\n'), 'a.vtt');
  const { address: poster } = await put(verbs, await blank(6, 4).png().toBuffer(), 'a.png');
  const tracks = [{ kind: 'chapters' as const, language: 'en', label: 'A "b" <c>', address }];
  await updateMedia(services, admin, { id: video, tracks, poster });
  const signed = await signMedia(services, reply);
  expect(signed.html).toMatch(
    new RegExp(
      `^<video width="6" height="4" poster="${poster}\\?s=[^"]+" src="[^"]+" controls><track kind="chapters" srclang="en" label="A &#34;b&#34; &#60;c&#62;" src="${address}\\?s=[^"]+"></video>$`,
    ),
  );
  expect(signed.video).toMatchObject({
    poster: expect.stringContaining(`${poster}?s=`),
    tracks: [{ kind: 'chapters', label: 'A "b" <c>', src: expect.stringContaining(`${address}?s=`) }],
  });
  const change = ({ id = video, ...to }: Partial<Parameters<typeof updateMedia>[2]>) =>
    failureOf(updateMedia(services, admin, { ...to, id }));
  const absent = '/media/00000000-0000-4000-8000-00000000000f.vtt';
  expect(await change({ tracks: tracks.map((track) => ({ ...track, address: absent })) })).toBe(
    'MEDIA_NOT_FOUND',
  );
  expect(await change({ id: poster.slice('/media/'.length, -'.png'.length), tracks })).toBe(
    'MEDIA_KIND_DIFFERS',
  );
  expect(await change({ poster: address })).toBe('MEDIA_KIND_DIFFERS');
});

test('a large picture is read in parts, a small one at once, and no byte twice', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const { address } = await put(verbs, await blank(60, 40).png().toBuffer(), 'a.png');
  const file = address.replace('/media/', '');
  const read: number[] = [];
  const get: typeof services.storage.get = async (key, range) => {
    const bytes = await services.storage.get(key, range);
    read.push(bytes?.length ?? 0);
    return bytes;
  };
  const open = async (partBytes?: number) => {
    const opened = await openMedia({ db, storage: { ...services.storage, get } }, file, partBytes);
    if (!opened) throw new Error('no picture');
    return Buffer.from(await new Response(opened.file.read(0, opened.file.size - 1)).arrayBuffer());
  };
  expect(await open()).toEqual(await stored(verbs, address));
  expect(read).toHaveLength(1);
  const large = Buffer.alloc(2_500_000, 'a picture');
  await services.storage.put(`content-${file}`, large);
  await db.kysely.updateTable('media').set({ bytes: large.length }).execute();
  read.length = 0;
  expect((await open()).equals(large)).toBe(true);
  // Its first part tells that it is large.
  const [whole, rest] = [256 * 1024, large.length - 9 * 256 * 1024];
  expect(read).toEqual([4 * whole, ...Array(5).fill(whole), rest]);
  read.length = 0;
  expect((await open(WHOLE_BLOCKS)).equals(large)).toBe(true);
  expect(read).toEqual([4 * whole, 5 * whole + rest]);
});
