import { expect, test } from 'vitest';
import type { LabWork } from '#contract/courses/labs';
import type { LabFiles } from '#domain/labs/lab-spec';
import { ApiError, type FailureCode } from '#web/lib/api/api-error.ts';
import { sendWork, withSent } from './send-work.ts';
import type { Now } from './work.ts';

const failure = (code: FailureCode, data?: unknown) =>
  new ApiError({ code, message: code, fields: {}, requestId: '', status: 0, data });

/** A server that has one work; `lost`: how many of its next answers don't arrive; `isAway`: nothing reaches it. */
function openServer(work: LabWork = { files: { 'a.js': '' }, version: 0 }) {
  const state = { work, lost: 0, isAway: false };
  const put = async (files: LabFiles, baseVersion: number) => {
    if (state.isAway) throw failure('UNREACHABLE');
    const { work: current } = state;
    if (baseVersion !== current.version) throw failure('VERSION_CONFLICT', { current });
    state.work = { files, version: current.version + 1 };
    if (state.lost === 0) return { version: state.work.version };
    state.lost -= 1;
    throw failure('UNREACHABLE');
  };
  return { state, put };
}

const typed = (text: string): Now => ({
  files: { 'a.js': text },
  version: 0,
  isSaved: false,
  unanswered: [],
  isHeld: false,
});

function openPage(server: ReturnType<typeof openServer>, now: Now) {
  const saved: LabWork[] = [];
  const send = (put = server.put) =>
    sendWork(now, { put, onUnsaved: () => undefined, onSaved: (work) => saved.push(work) });
  const type = (text: string) => Object.assign(now, { files: { 'a.js': text }, isSaved: false });
  return { saved, send, type };
}

test('a save whose answer was lost is no conflict with what was typed since', async () => {
  const server = openServer();
  server.state.lost = 1;
  const now = typed('one');
  const { saved, send, type } = openPage(server, now);
  await expect(send()).rejects.toMatchObject({ code: 'UNREACHABLE' });
  type('two');
  expect(await send()).toBe(2);
  expect(server.state.work).toEqual({ files: { 'a.js': 'two' }, version: 2 });
  expect(saved).toEqual([server.state.work]);
  expect(now).toMatchObject({ isSaved: true, version: 2, unanswered: [] });
});

test('a page that takes over from a closed one knows what that one sent', async () => {
  const server = openServer();
  server.state.lost = 1;
  const closed = typed('one');
  await expect(openPage(server, closed).send()).rejects.toThrow();
  const now = { ...typed('two'), unanswered: closed.unanswered };
  expect(await openPage(server, now).send()).toBe(2);
});

test('what another request saved, and its answer was lost, is no conflict either', async () => {
  const server = openServer();
  const now = typed('one');
  const { send, type } = openPage(server, now);
  await send();
  server.state.work = { files: { 'a.js': 'start' }, version: 2 };
  now.unanswered = withSent(now.unanswered, { 'a.js': 'start' });
  type('two');
  expect(await send()).toBe(3);
  server.state.work = { files: { 'a.js': 'start' }, version: 4 };
  type('three');
  await expect(send()).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
});

test('one lost answer after the other is remembered until one arrives', async () => {
  const server = openServer();
  server.state.lost = 2;
  const now = typed('one');
  const { send, type } = openPage(server, now);
  await expect(send()).rejects.toMatchObject({ code: 'UNREACHABLE' });
  type('two');
  await expect(send()).rejects.toMatchObject({ code: 'UNREACHABLE' });
  type('three');
  expect(await send()).toBe(3);
});

test('a save whose answer was lost is remembered, however many after it never arrive', async () => {
  const server = openServer();
  server.state.lost = 1;
  const now = typed('0');
  const { send, type } = openPage(server, now);
  for (const text of ['1', '2', '3', '2']) {
    await expect(send()).rejects.toMatchObject({ code: 'UNREACHABLE' });
    server.state.isAway = true;
    type(text);
  }
  expect(JSON.stringify(now.unanswered).length).toBeLessThan(4 * 16);
  server.state.isAway = false;
  expect(await send()).toBe(2);
  expect(server.state.work.files).toEqual({ 'a.js': '2' });
});

test('what another page saved is a conflict, and is not overwritten', async () => {
  const server = openServer();
  server.state.lost = 1;
  const now = typed('one');
  const { send, type } = openPage(server, now);
  await expect(send()).rejects.toMatchObject({ code: 'UNREACHABLE' });
  await server.put({ 'a.js': 'theirs' }, 1);
  type('two');
  await expect(send()).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
  expect(server.state.work.files).toEqual({ 'a.js': 'theirs' });
  expect(now.version).toBe(0);
});

test('what is typed while a save is on its way is sent after it, and nothing while the learner is asked', async () => {
  const server = openServer();
  const now = typed('one');
  const { saved, send, type } = openPage(server, now);
  let isFirst = true;
  const put: typeof server.put = (...asked) => {
    if (isFirst) type('two');
    isFirst = false;
    return server.put(...asked);
  };
  expect(await send(put)).toBe(2);
  expect(saved.map(({ files }) => files['a.js'])).toEqual(['one', 'two']);
  type('three');
  now.isHeld = true;
  expect(await send()).toBeNull();
  expect(server.state.work.version).toBe(2);
});
