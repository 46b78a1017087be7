import { expect } from 'vitest';
import { BodyRoom } from '#server/http/bodies/body-room';
import { NO_LIMITS } from '#server/http/gates/limits';
import { test } from '#tests/kit/database';
import { insertContent } from '../content/content.ts';
import { openSchool } from '../kit/school.ts';

const LARGE = 100_000;
const FORM = 'multipart/form-data; boundary=x';
const AVATAR = ['PUT', '/api/account/avatar'] as const;

/** A form of this size with a file that is no picture; `read` tells how much of it was taken, `finish` sends the rest. */
function form({ isHeld = false } = {}) {
  const gate = Promise.withResolvers<void>();
  const text = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`;
  const end = '\r\n--x--\r\n';
  const parts = [`${text}${'a'.repeat(LARGE - text.length - end.length)}`, end];
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = parts.shift();
        if (part === undefined) return controller.close();
        if (part === end && isHeld) await gate.promise;
        read += part.length;
        controller.enqueue(new TextEncoder().encode(part));
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { 'content-type': FORM, 'content-length': String(LARGE) };
  return { request: { rawBody: body, headers }, read: () => read, finish: () => gate.resolve() };
}

test('a large body is counted once before it is read, and one too many stays unread', async ({ db }) => {
  const { ask } = await openSchool(db, {
    limits: { ...NO_LIMITS, procedureFactor: 1 / 20 },
  });
  const [first, second] = [form(), form()];
  expect((await ask('free', ...AVATAR, first.request)).status).toBe(415);
  const refused = await ask('free', ...AVATAR, second.request);
  expect([refused.status, (await refused.json()).code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect([first.read(), second.read()]).toEqual([LARGE, 0]);
});

test('a full disk refuses a large body unread', async ({ db }) => {
  const { ask } = await openSchool(db, { isDiskFull: () => true });
  const sent = form();
  expect((await ask('free', ...AVATAR, sent.request)).status).toBe(503);
  expect(sent.read()).toBe(0);
});

test('only the procedure that takes files of exams takes ten megabytes, and only for an open attempt', async ({
  db,
}) => {
  const { ask } = await openSchool(db);
  const headers = { 'content-type': FORM, 'content-length': '9000000' };
  const of = async (method: string, path: string) => {
    const { read, request } = form();
    const response = await ask('free', method, path, { ...request, headers });
    return [response.status, (await response.json()).code, read()];
  };
  expect(await of('POST', '/api/exam-attempts/11111111-1111-4111-8111-111111111111/files')).toEqual([
    404,
    'ATTEMPT_NOT_FOUND',
    0,
  ]);
  expect(await of('POST', '/api/exam-attempts/mine/files')).toEqual([404, 'ATTEMPT_NOT_FOUND', 0]);
  expect(await of(...AVATAR)).toEqual([413, 'BODY_TOO_LARGE', 0]);
  expect(await of('PATCH', '/api/account')).toMatchObject([expect.any(Number), expect.any(String), 0]);
});

test('an attempt that asks for no file takes none', async ({ db }) => {
  const { ask } = await openSchool(db);
  const { id: courseId, sections } = (await insertContent(db)).courses.free;
  await ask('free', 'POST', `/api/learning/${courseId}`, { body: {} });
  const begun = await ask('free', 'POST', `/api/exams/${sections.at(-1)?.id}/attempts`, { body: {} });
  const { id } = await begun.json();
  const { read, request } = form();
  const refused = await ask('free', 'POST', `/api/exam-attempts/${id}/files`, request);
  expect([refused.status, (await refused.json()).code, read()]).toEqual([404, 'ATTEMPT_NOT_FOUND', 0]);
});

test('what one member has under way at one moment is bounded, and the next is read when there is room', async ({
  db,
}) => {
  const room = new BodyRoom({ bytes: 10 * LARGE, callerBytes: 1.5 * LARGE, waitMs: 500 });
  const { ask } = await openSchool(db, { rooms: { members: room } });
  const [held, late, other, next] = [form({ isHeld: true }), form(), form(), form()];
  const answer = ask('free', ...AVATAR, held.request);
  expect((await ask('basic', ...AVATAR, other.request)).status).toBe(415);
  const refused = await ask('free', ...AVATAR, late.request);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  const waiting = ask('free', ...AVATAR, next.request);
  held.finish();
  expect([(await answer).status, (await waiting).status]).toEqual([415, 415]);
  expect([late.read(), next.read()]).toEqual([0, LARGE]);
});

test('members who fill the room do not keep administrators waiting', async ({ db }) => {
  const room = new BodyRoom({ bytes: LARGE, callerBytes: LARGE, waitMs: 500 });
  const { ask } = await openSchool(db, { rooms: { members: room } });
  const held = form({ isHeld: true });
  const answer = ask('free', ...AVATAR, held.request);
  expect((await ask('basic', ...AVATAR, form().request)).status).toBe(429);
  expect((await ask('admin', ...AVATAR, form().request)).status).toBe(415);
  held.finish();
  expect((await answer).status).toBe(415);
});
