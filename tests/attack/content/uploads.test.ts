import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Db } from '#server/db/client';
import { listen } from '#server/http/listen';
import { test } from '#tests/kit/database';
import { CALLERS, type CallerName, openSchool, type School } from '../kit/school.ts';
import { insertContent } from './content.ts';

const PIXEL_BOMB = Buffer.from(
  // A PNG that says it is 60,000 pixels wide and high.
  '89504e470d0a1a0a0000000d494844520000ea600000ea60080200000000000000',
  'hex',
);
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
const teal = (width = 60) => sharp({ create: { width, height: 40, channels: 3, background: 'teal' } });

async function upload(
  school: School,
  bytes: Uint8Array | string,
  name: string,
  { fields = {}, headers = {}, who = 'admin' as CallerName, type = 'image/png' } = {},
) {
  const form = new FormData();
  form.append('file', new Blob([Buffer.from(bytes)], { type }), name);
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
  const response = await school.ask(who, 'POST', '/api/admin/media', { rawBody: form, headers });
  return { status: response.status, body: await response.json() };
}
const rows = (db: Db) => db.kysely.selectFrom('media').selectAll().orderBy('created_at').execute();
async function keys({ services }: School): Promise<string[]> {
  const found: string[] = [];
  for await (const key of services.storage.list()) found.push(key);
  return found.sort();
}

test('what is a picture by its content is one, whatever it is called, and nothing but its pixels is kept', async ({
  db,
}) => {
  const school = await openSchool(db);
  const script = '<script>alert(1)</script>';
  const polyglot = Buffer.concat([
    await teal()
      .withExif({ IFD0: { ImageDescription: script } })
      .jpeg()
      .toBuffer(),
    Buffer.from(`\n${script}`),
    Buffer.from('504b0304', 'hex'),
  ]);
  const { body, status } = await upload(school, polyglot, '../../../etc/passwd\u202Egpj.html', {
    type: 'text/html',
  });
  expect([status, body.ending, body.width, body.height]).toEqual([201, 'jpg', 60, 40]);
  expect(body.name).not.toMatch(/[/\\]|\u202E|\.html$/);
  const [key = ''] = await keys(school);
  const kept = Buffer.from((await school.services.storage.get(key)) ?? []);
  expect(kept.includes('script')).toBe(false);
  expect(kept.includes(Buffer.from('504b0304', 'hex'))).toBe(false);
  const seen = await school.ask('admin', 'GET', body.address);
  expect(Object.fromEntries(seen.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
});

test.for<[string, string, Buffer | string]>([
  ['a page', 'page.png', '<!doctype html><script>alert(1)</script>'],
  ['a pixel bomb', 'bomb.png', PIXEL_BOMB],
  ['the first half of a picture', 'half.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a program', 'x.exe', Buffer.from('4d5a9000', 'hex')],
  ['a file that is no picture', 'table.csv', 'a,b\n1,2\n'],
  ['nothing', 'empty.png', ''],
])('%s is refused in words, and nothing of it is kept', async ([, name, bytes], { db }) => {
  const school = await openSchool(db);
  for (const use of ['text', 'cover']) {
    const { body, status } = await upload(school, bytes, name, { fields: { use } });
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_FILE']);
    expect(body.fields.file).toMatch(/\w/);
  }
  expect(await rows(db)).toEqual([]);
  expect(await keys(school)).toEqual([]);
});

test.for([
  ['a script', '<script>alert(1)</script>'],
  ['a handler', '<circle r="4" onload="alert(1)"/>'],
  ['something of elsewhere', '<image href="//evil.test/x"/><use xlink:href="https://evil.test/y#z"/>'],
  ['a link', '<a href="javascript:alert(1)"><circle r="4"/></a>'],
  ['a page inside', '<foreignObject><iframe src="//evil.test"></iframe></foreignObject>'],
  ['a style', '<style>@import "//evil.test/z";</style><circle r="4" style="fill:url(//evil.test)"/>'],
])('a drawing with %s is kept without it', async ([, inside], { db }) => {
  const school = await openSchool(db);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"><rect width="9" height="9"/>${inside}</svg>`;
  const { body, status } = await upload(school, drawing, 'x.svg');
  expect([status, body.ending]).toEqual([201, 'svg']);
  const seen = await school.ask('admin', 'GET', body.address);
  const text = await seen.text();
  expect(text).toContain('<rect');
  expect(text).not.toMatch(/script|alert|onload|evil|iframe|import/i);
  expect(seen.headers.get('content-security-policy')).toContain('sandbox');
});

test('more bytes than a file may have are refused before they are read', async ({ db }) => {
  const school = await openSchool(db);
  const { body, status } = await upload(school, new Uint8Array(27_000_000), 'huge.png');
  expect([status, body.code]).toEqual([413, 'BODY_TOO_LARGE']);
  expect(await keys(school)).toEqual([]);
});

test.for(CALLERS.filter((who) => who !== 'admin'))(
  '%s uploads nothing, lists nothing, and opens no upload that is not published',
  async (who, { db }) => {
    const school = await openSchool(db);
    const { body } = await upload(school, await noise(700, 20).png().toBuffer(), 'draft.png');
    expect(
      (await upload(school, await teal().png().toBuffer(), 'x.png', { who })).status,
    ).toBeGreaterThanOrEqual(401);
    for (const address of [body.address, body.src, body.address.replace('.png', '-480.webp')])
      expect((await school.ask(who, 'GET', address)).status, address).toBe(404);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', `/${body.id}`],
      ['POST', `/${body.id}/restore`],
    ] as const)
      expect((await school.ask(who, method, `/api/admin/media${path}`)).status).toBeGreaterThanOrEqual(401);
    expect(await rows(db)).toHaveLength(1);
  },
);

test('smaller copies of a premium picture are as closed as the picture', async ({ db }) => {
  const school = await openSchool(db);
  const content = await insertContent(db);
  const { body } = await upload(school, await noise(700, 20).png().toBuffer(), 'secret.png');
  const { sections, slug } = content.courses.premium;
  await db.kysely
    .updateTable('course_content')
    .set({ content_html: `<p><img src="${body.address}" alt="Secret"></p>` })
    .where('id', '=', sections[0]?.id ?? '')
    .execute();
  const path = `/api/courses/${slug}/sections/${sections[0]?.key}`;
  const { html } = await (await school.ask('premium', 'GET', path)).json();
  const signed = [...html.matchAll(/(\/media\/[^\s"]+-\d+\.webp\?s=[^\s"]+) (\d+)w/g)];
  expect(signed.map(([, , width]) => width)).toEqual(['480', '700']);
  const [, copy = ''] = signed[0] ?? [];
  const seen = await school.ask('premium', 'GET', copy);
  expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).toMatchObject({ width: 480 });
  // The signature of one size opens no other file, and the plain address nothing.
  const [plain = '', signature] = copy.split('?s=');
  for (const address of [
    plain,
    `${body.address}?s=${signature}`,
    `${plain.replace('-480', '-700')}?s=${signature}`,
  ])
    for (const who of ['visitor', 'free', 'basic', 'premium'] as const)
      expect((await school.ask(who, 'GET', address)).status, address).toBe(404);
  for (const who of ['visitor', 'free', 'basic'] as const)
    expect(await (await school.ask(who, 'GET', path)).text()).not.toContain('/media/');
});

test('a part of a picture can be asked for, and no part that there is not', async ({ db }) => {
  const school = await openSchool(db);
  const { body } = await upload(school, await teal().png().toBuffer(), 'x.png');
  const whole = Buffer.from(await (await school.ask('admin', 'GET', body.address)).arrayBuffer());
  const part = async (range: string) => {
    const reply = await school.ask('admin', 'GET', body.address, { headers: { range } });
    const bytes = Buffer.from(await reply.arrayBuffer());
    return [reply.status, reply.headers.get('content-range'), bytes.toString('hex')];
  };
  const size = whole.length;
  const hex = (from: number, to?: number) => whole.subarray(from, to).toString('hex');
  expect(await part('bytes=0-3')).toEqual([206, `bytes 0-3/${size}`, hex(0, 4)]);
  expect(await part('bytes=10-')).toEqual([206, `bytes 10-${size - 1}/${size}`, hex(10)]);
  expect(await part('bytes=-4')).toEqual([206, `bytes ${size - 4}-${size - 1}/${size}`, hex(size - 4)]);
  expect(await part('bytes=5-999999')).toEqual([206, `bytes 5-${size - 1}/${size}`, hex(5)]);
  expect(await part(`bytes=${size}-`)).toEqual([416, `bytes */${size}`, '']);
  for (const odd of ['bytes=', 'bytes=9-2', 'bytes=0-1,3-4', 'lines=1-2', 'bytes=-', 'bytes=a-b'])
    expect((await part(odd))[0], odd).toBe(200);
});

test('the same picture at once, by a double click or a repeated request, is kept once', async ({ db }) => {
  const school = await openSchool(db);
  const bytes = await teal().png().toBuffer();
  const headers = { 'idempotency-key': '5a1e7b1c-one-upload' };
  const [first, ...others] = await Promise.all([
    upload(school, bytes, 'x.png'),
    upload(school, bytes, 'x.png'),
    upload(school, bytes, 'again.png'),
  ]);
  const repeated = [
    await upload(school, bytes, 'x.png', { headers }),
    await upload(school, bytes, 'x.png', { headers }),
  ];
  for (const { body } of [...others, ...repeated]) expect(body.address).toBe(first.body.address);
  const covers = await Promise.all(
    ['a.png', 'b.png'].map((name) => upload(school, bytes, name, { fields: { use: 'cover' } })),
  );
  expect(new Set(covers.map(({ body }) => body.address)).size).toBe(1);
  expect(await rows(db)).toHaveLength(2);
  expect(await keys(school)).toHaveLength(3);
});

test('a full library refuses more, and what fails leaves nothing in the store', async ({ db }) => {
  const school = await openSchool(db, {}, { MEDIA_QUOTA_GB: '1' });
  await db.pool.query(
    `insert into media (kind, mime, bytes, sha256, name, ending, source_sha256)
     values ('content', 'video/mp4', 1073741824, 'x', 'long.mp4', 'mp4', 'x')`,
  );
  const full = await upload(school, await noise(40, 40).png().toBuffer(), 'x.png');
  expect([full.status, full.body.code]).toEqual([409, 'MEDIA_FULL']);
  await db.pool.query('delete from media');
  await db.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'the audit log is out of order'; end $$;
     create trigger refuse before insert on audit_log for each row execute function refuse()`,
  );
  for (const use of ['text', 'cover'])
    expect(
      (await upload(school, await noise(700, 9).png().toBuffer(), 'x.png', { fields: { use } })).status,
    ).toBe(500);
  expect(await rows(db)).toEqual([]);
  expect(await keys(school)).toEqual([]);
});

test('an upload that is canceled half-way leaves nothing', async ({ db }) => {
  const school = await openSchool(db);
  const { drain, port, server } = await listen(school.app, { host: '127.0.0.1', port: 0 });
  const bytes = await noise(200, 200).png().toBuffer();
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  socket.write(
    [
      'POST /api/admin/media HTTP/1.1',
      'Host: x',
      'Cookie: lectern.test=admin',
      'Origin: http://localhost:3000',
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${bytes.length + 200}`,
      '',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\nContent-Type: image/png\r\n\r\n',
    ].join('\r\n'),
  );
  socket.write(bytes.subarray(0, bytes.length / 2));
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.destroy();
  await once(socket, 'close');
  server.closeAllConnections();
  await drain();
  expect(await rows(db)).toEqual([]);
  expect(await keys(school)).toEqual([]);
  const arriving = join(school.services.config.dataDir, 'arriving');
  expect(existsSync(arriving) ? readdirSync(arriving) : []).toEqual([]);
});

test('a file is a download of what its bytes are, and nothing that a browser would run', async ({ db }) => {
  const school = await openSchool(db);
  const fields = { use: 'file' };
  const pdf = await upload(school, '%PDF-1.7 words', 'Sheet 1.pdf', { fields, type: 'text/html' });
  expect([pdf.status, pdf.body.src, pdf.body.width]).toEqual([201, '', null]);
  const seen = await school.ask('admin', 'GET', pdf.body.address);
  expect(Object.fromEntries(seen.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename*=UTF-8''Sheet%201.pdf`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
  for (const [name, bytes] of [
    ['page.html', '<script>alert(1)</script>'],
    ['page.xhtml', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['run.exe', 'MZ'],
    ['not.pdf', '<script>alert(1)</script>'],
    ['not.zip', 'PK but no archive'],
    ['constructor', 'x'],
    ['x.__proto__', 'x'],
  ] as const)
    expect((await upload(school, bytes, name, { fields })).status, name).toBe(415);
  // A file that is known is no picture either.
  expect((await upload(school, '%PDF-1.7 words', 'Sheet 1.pdf')).status).toBe(415);
  expect(await rows(db)).toHaveLength(1);
});
