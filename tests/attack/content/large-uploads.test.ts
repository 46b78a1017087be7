import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { removeFiles } from '#server/areas/exams/attempts/remove-files';
import { mediaSignature } from '#server/areas/media/media-signature';
import { sweepUploads } from '#server/areas/media/uploads/sweep-uploads';
import { test } from '#tests/kit/database';
import { CALLERS, type CallerName, openSchool, type School } from '../kit/school.ts';

const UPLOADS = '/api/admin/media/uploads';
const TUS = { 'tus-resumable': '1.0.0' };
/** An MP4 by its first bytes. */
const videoOf = (length: number) =>
  Buffer.concat([Buffer.from('0000001866747970', 'hex'), randomBytes(length - 8)]);

async function keys({ services }: School): Promise<string[]> {
  const found: string[] = [];
  for await (const key of services.storage.list()) found.push(key);
  return found;
}

async function begin(school: School, bytes: number, { name = 'talk.mp4', who = 'admin' as CallerName } = {}) {
  const response = await school.ask(who, 'POST', UPLOADS, {
    headers: {
      ...TUS,
      'upload-length': String(bytes),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });
  const location = response.headers.get('location') ?? '';
  return { response, path: location, id: location.split('/').at(-1) ?? '' };
}

function send(school: School, path: string, piece: Buffer, offset: number, who: CallerName = 'admin') {
  return school.ask(who, 'PATCH', path, {
    rawBody: new Uint8Array(piece),
    headers: {
      ...TUS,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
  });
}
const finish = async (school: School, id: string, body: object = {}) => {
  const response = await school.ask('admin', 'POST', `${UPLOADS}/${id}/finish`, { body });
  return { status: response.status, body: await response.json() };
};
async function uploaded(school: School, bytes: Buffer, name = 'talk.mp4') {
  const { id, path } = await begin(school, bytes.length, { name });
  await send(school, path, bytes.subarray(0, 1000), 0);
  await send(school, path, bytes.subarray(1000), 1000);
  return finish(school, id);
}

test('a large file arrives in pieces, and any part of it can be read', async ({ ownDb }) => {
  const school = await openSchool(ownDb);
  const bytes = videoOf(5000);
  const { id, path, response } = await begin(school, bytes.length);
  expect([response.status, response.headers.get('tus-resumable')]).toEqual([201, '1.0.0']);
  expect((await send(school, path, bytes.subarray(0, 1000), 0)).headers.get('upload-offset')).toBe('1000');
  // What is sent again, or from elsewhere, does not count twice.
  expect((await send(school, path, bytes.subarray(0, 1000), 0)).status).toBe(409);
  expect((await finish(school, id)).body.code).toBe('UPLOAD_MOVED');
  const head = await school.ask('admin', 'HEAD', path, { headers: TUS });
  expect([head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual(['1000', '5000']);
  const raced = [1, 2, 3].map(() => send(school, path, bytes.subarray(1000, 3000), 1000));
  expect((await Promise.all(raced)).map(({ status }) => status).sort()).toEqual([204, 409, 409]);
  expect((await send(school, path, bytes.subarray(3000), 3000)).status).toBe(204);
  const video = { width: 640, height: 360, seconds: 12.5, poster: null };
  const done = await finish(school, id, { video });
  expect([done.status, done.body]).toMatchObject([201, { id, ending: 'mp4', bytes: 5000, video }]);
  expect((await finish(school, id)).body.id).toBe(id);
  // A browser that lost the reply is told that nothing is missing, and sends nothing again.
  const whole = await school.ask('admin', 'HEAD', path, { headers: TUS });
  expect([whole.status, whole.headers.get('upload-offset'), whole.headers.get('upload-length')]).toEqual([
    200,
    '5000',
    '5000',
  ]);
  expect((await school.ask('free', 'HEAD', path, { headers: TUS })).status).toBe(403);
  await ownDb.pool.query('update media set removed_at = now() where id = $1', [id]);
  expect((await school.ask('admin', 'HEAD', path, { headers: TUS })).status).toBe(404);
  await ownDb.pool.query('update media set removed_at = null where id = $1', [id]);
  const file = `${id}.mp4`;
  const address = `/media/${file}?s=${mediaSignature(school.services, file)}`;
  for (const [range, from, to] of [
    [undefined, 0, 5000],
    ['bytes=0-99', 0, 100],
    ['bytes=990-3010', 990, 3011],
    ['bytes=4990-', 4990, 5000],
    ['bytes=-1', 4999, 5000],
  ] as const) {
    const part = await school.ask('visitor', 'GET', address, { headers: range ? { range } : {} });
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(from, to)), range).toBe(true);
    expect(part.headers.get('content-length')).toBe(String(to - from));
  }
  expect((await school.ask('visitor', 'GET', `/media/${file}`)).status).toBe(404);
  // Pieces of lost races are gone an hour later, and only these.
  school.wait(3601);
  await removeFiles(school.services);
  expect(await keys(school)).toHaveLength(3);
});

test('a browser that lost the reply sends nothing again where the library had the file before, either', async ({
  db,
}) => {
  const school = await openSchool(db);
  const bytes = videoOf(2000);
  const first = await uploaded(school, bytes);
  const { id, path } = await begin(school, bytes.length);
  await send(school, path, bytes, 0);
  const [done, raced] = await Promise.all([finish(school, id), finish(school, id)]);
  expect([done.body.id, raced.body.id]).toEqual([first.body.id, first.body.id]);
  const whole = await school.ask('admin', 'HEAD', path, { headers: TUS });
  expect([whole.status, whole.headers.get('upload-offset')]).toEqual([200, '2000']);
  expect(await finish(school, id)).toMatchObject({ status: 201, body: { id: first.body.id } });
  // Of what is not in the library any more, all is sent.
  await db.pool.query('update media set removed_at = now() where id = $1', [first.body.id]);
  expect((await school.ask('admin', 'HEAD', path, { headers: TUS })).status).toBe(404);
});

test('only administrators upload, and each only what they began', async ({ db }) => {
  const school = await openSchool(db);
  for (const who of CALLERS.filter((each) => each !== 'admin'))
    expect([401, 403], who).toContain((await begin(school, 5000, { who })).response.status);
  const { path } = await begin(school, 5000);
  for (const who of CALLERS.filter((each) => each !== 'admin')) {
    const statuses = [
      (await send(school, path, videoOf(100), 0, who)).status,
      (await school.ask(who, 'HEAD', path, { headers: TUS })).status,
      (await school.ask(who, 'DELETE', path, { headers: TUS })).status,
    ];
    for (const status of statuses) expect([401, 403, 404], who).toContain(status);
  }
  await db.pool.query(
    'update media_uploads set owner_id = (select id from users where id <> owner_id limit 1)',
  );
  expect((await send(school, path, videoOf(100), 0)).status).toBe(404);
  expect((await db.pool.query('select received from media_uploads')).rows).toEqual([{ received: 0 }]);
});

test('what is not what it says, too large, or too much is refused and leaves nothing', async ({ db }) => {
  const school = await openSchool(db, {}, { MEDIA_QUOTA_GB: '1' });
  const { response: csv } = await begin(school, 5000, { name: 'table.csv' });
  expect([csv.status, (await csv.json()).fields.file]).toMatchObject([415, expect.stringContaining('video')]);
  expect((await begin(school, 6 * 1024 ** 3)).response.status).toBe(413);
  await begin(school, 900 * 1024 ** 2);
  // What is on its way needs room as well.
  const { response: full } = await begin(school, 200 * 1024 ** 2);
  expect([full.status, (await full.json()).code]).toEqual([409, 'MEDIA_FULL']);
  const script = Buffer.from(`<script>alert(1)</script>${' '.repeat(2000)}`);
  const forged = await uploaded(school, script);
  expect([forged.status, forged.body.code]).toEqual([415, 'UNSUPPORTED_FILE']);
  const { path } = await begin(school, 100);
  expect((await send(school, path, videoOf(101), 0)).status).toBe(413);
  expect((await send(school, path, Buffer.alloc(17 * 1024 * 1024), 0)).status).toBe(413);
  const old = await school.ask('admin', 'HEAD', path, { headers: { 'tus-resumable': '0.2.2' } });
  expect([old.status, old.headers.get('tus-version')]).toEqual([412, '1.0.0']);
  expect((await school.ask('admin', 'DELETE', path, { headers: TUS })).status).toBe(204);
  school.wait(3 * 24 * 3600);
  expect(await sweepUploads(school.services)).toBe(1);
  await removeFiles(school.services);
  expect(await keys(school)).toEqual([]);
});

test('the same bytes again are the same file, and its pieces are kept once', async ({ db }) => {
  const school = await openSchool(db);
  const bytes = videoOf(3000);
  const first = await uploaded(school, bytes);
  const again = await uploaded(school, bytes, 'other name.mp4');
  expect(again.body.id).toBe(first.body.id);
  await removeFiles(school.services);
  expect(await keys(school)).toHaveLength(2);
  await db.pool.query('delete from media');
  await removeFiles(school.services);
  expect(await keys(school)).toEqual([]);
});
