import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { contract } from '#contract/contract';
import { sentFile } from '#contract/procedure';
import { mediaSignature } from '#server/areas/media/media-signature';
import { statedProcedures } from '#server/http/check-contract';
import { CommentEvents } from '#server/http/comment-events';
import { listen } from '#server/http/listen';
import { insertContent, UNKNOWN } from '#tests/attack/content/content';
import { openSchool, type School } from '#tests/attack/kit/school';
import { databaseState, differences } from '#tests/attack/requests/database-state';
import { test } from '#tests/kit/database';

const READS = statedProcedures(contract).filter(({ method }) => method === 'GET');
const FILES = READS.filter(({ outputSchema }) => outputSchema === sentFile);
const OTHERS = READS.filter(({ outputSchema }) => outputSchema !== sentFile);
const VIDEO_BYTES = 3000;
const addressOf = (path: string) => `/api${path.replace(/\{\w+\}/g, UNKNOWN)}`;

test('no file of the API is made or audited for HEAD, however its address is written', async ({ ownDb }) => {
  const school = await openSchool(ownDb);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-own-'));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const before = await databaseState(ownDb);
  expect(FILES.map(({ name }) => name)).toContain('privacy.export');
  for (const { path } of FILES) {
    const response = await school.ask('admin', 'HEAD', addressOf(path));
    expect(response.status, path).toBe(405);
    expect(response.headers.get('allow')?.split(', '), path).not.toContain('HEAD');
    for (const address of [`${addressOf(path)}//`, addressOf(path).replace('/api/', '/api//')])
      expect((await school.ask('admin', 'HEAD', address)).status, address).toBe(404);
  }
  expect((await school.ask('admin', 'HEAD', '/api/account/%65xport')).status).toBe(405);
  expect(differences(before, await databaseState(ownDb))).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test('other reads answer HEAD as they answer GET, without the body', async ({ db }) => {
  const school = await openSchool(db);
  for (const { path } of OTHERS) {
    const address = addressOf(path);
    const [get, head] = [
      await school.ask('admin', 'GET', address),
      await school.ask('admin', 'HEAD', address),
    ];
    expect([head.status, head.headers.get('content-type')], path).toEqual([
      get.status,
      get.headers.get('content-type'),
    ]);
    expect(await head.text(), path).toBe('');
  }
});

test('what a reply to HEAD would be written from is ended, whichever handler made it', async ({ db }) => {
  const { app } = await openSchool(db);
  const ended = vi.fn();
  app.get('/forgotten-stream', () => new Response(new ReadableStream({ cancel: ended })));
  const response = await app.request('/forgotten-stream', { method: 'HEAD' });
  expect([response.status, response.body]).toEqual([200, null]);
  expect(ended).toHaveBeenCalledOnce();
});

test('HEAD of a stream and of a large file holds no slot and reads nothing', async ({ ownDb }) => {
  const base = await openSchool(ownDb);
  const events = new CommentEvents({ services: base.services });
  onTestFinished(() => events.stop());
  const { courses } = await insertContent(ownDb);
  await ownDb.pool.query('delete from users');
  const school = await openSchool(ownDb, { commentEvents: events });
  const file = await storeVideo(school);
  const read = vi.spyOn(school.services.storage, 'get');
  const open = vi.spyOn(events, 'open');
  const listening = await listen(school.app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => listening.drain());
  const head = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${listening.port}${path}`, { method: 'HEAD', headers });
  const stream = await head(`/api/comments/${courses.free.id}/events`);
  expect([stream.status, stream.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  expect((await head(`/api/comments/${UNKNOWN}/events`)).status).toBe(404);
  expect([events.size, open.mock.calls.length]).toEqual([0, 0]);
  const descriptors = readdirSync('/proc/self/fd').length;
  const whole = await head(file);
  expect([whole.status, whole.headers.get('content-length')]).toEqual([200, String(VIDEO_BYTES)]);
  const part = await head(file, { range: 'bytes=10-19' });
  expect([part.status, part.headers.get('content-length'), part.headers.get('content-range')]).toEqual([
    206,
    '10',
    `bytes 10-19/${VIDEO_BYTES}`,
  ]);
  expect(read).not.toHaveBeenCalled();
  expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(descriptors);
});

/** A video of two blocks; answers its signed address. */
async function storeVideo({ ask, services }: School): Promise<string> {
  const bytes = Buffer.concat([Buffer.from('0000001866747970', 'hex'), randomBytes(VIDEO_BYTES - 8)]);
  const tus = { 'tus-resumable': '1.0.0' };
  const begun = await ask('admin', 'POST', '/api/admin/media/uploads', {
    headers: {
      ...tus,
      'upload-length': String(VIDEO_BYTES),
      'upload-metadata': `filename ${Buffer.from('talk.mp4').toString('base64')}`,
    },
  });
  const path = begun.headers.get('location') ?? '';
  for (const [from, to] of [
    [0, 1000],
    [1000, VIDEO_BYTES],
  ])
    await ask('admin', 'PATCH', path, {
      rawBody: new Uint8Array(bytes.subarray(from, to)),
      headers: { ...tus, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
    });
  const finished = await ask('admin', 'POST', `${path}/finish`, { body: {} });
  const name = `${(await finished.json()).id}.mp4`;
  return `/media/${name}?s=${mediaSignature(services, name)}`;
}
