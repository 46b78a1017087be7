import { setTimeout as wait } from 'node:timers/promises';
import { expect, inject } from 'vitest';
import { addComment } from '#server/areas/comments/add-comment';
import { hideComment } from '#server/areas/comments/hide-comment';
import type { Db } from '#server/db/client';
import { listenForNotifications } from '#server/db/notifications';
import { CommentEvents } from '#server/http/comment-events';
import { createLog } from '#server/platform/log';
import { insertContent, UNKNOWN } from '#tests/attack/content/content';
import { type CallerName, openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

const log = createLog('silent');

/** Two processes on one database: what is written through the first is read from streams of the second. */
async function openTwo(db: Db, options: { heartbeatMs?: number; perAddress?: number } = {}) {
  const writer = await openSchool(db);
  const { services } = writer;
  const events = new CommentEvents({ services, ...options });
  const { rows } = await db.pool.query<{ name: string }>('select current_database() as name');
  const connection = { ...inject('database'), database: rows[0]?.name ?? '' };
  const heard = await listenForNotifications({ connection, channels: ['comments'], log });
  events.listen(heard);
  const content = await insertContent(db);
  // The people of the first school are those of the second: one database.
  const caller = (who: CallerName) => ({
    viewer: writer.people.get(who) ?? { kind: 'visitor' as const },
    ipAddress: '127.0.0.1',
    userAgent: '',
    requestId: who,
  });
  return { events, heard, services, content, caller, people: writer.people };
}

async function read(response: Response, until: RegExp): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const part = await Promise.race([reader?.read(), wait(5000)]);
    if (!part) throw new Error(`never sent ${until}: ${text}`);
    text += part.value ?? '';
    if (until.test(text) || part.done) return text;
  }
}

test('what one process writes is told to the readers of another, by ids only', async ({ ownDb }) => {
  const { caller, content, events, heard, services } = await openTwo(ownDb);
  const { id: courseId } = content.courses.free;
  const viewer = caller('basic').viewer;
  const stream = events.open(courseId, viewer, '127.0.0.1');
  const other = events.open(content.courses.basic.id, viewer, '127.0.0.1');
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const said = { courseId, parentId: null, content: 'unspeakable' };
  const { id } = await addComment(services, caller('free'), said);
  await hideComment(services, caller('admin'), { id });
  const reported = await read(stream, /(event: change[\s\S]*){2}/);
  expect(reported).toContain(`event: change\ndata: {"id":"${id}"}\n\n`);
  expect(reported).not.toContain('unspeakable');
  events.stop();
  expect(await read(other, /never/)).toBe(': open\n\n');
  expect(events.size).toBe(0);
  await heard.stop();
});

test('after the database was away everybody is told to ask again', async ({ ownDb }) => {
  const { caller, content, events, heard } = await openTwo(ownDb);
  const stream = events.open(content.courses.free.id, caller('visitor').viewer, '127.0.0.1');
  await ownDb.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'lectern pid%'",
  );
  expect(await read(stream, /data: \{\}/)).toContain('event: change\ndata: {}\n\n');
  events.stop();
  await heard.stop();
});

test('a stream ends with its session, and when the course rises above the tier', async ({ ownDb }) => {
  const { caller, content, events, heard, people } = await openTwo(ownDb, { heartbeatMs: 50 });
  const basic = content.courses.basic.id;
  const ending = events.open(basic, caller('basic').viewer, '127.0.0.1');
  const losing = events.open(basic, caller('second').viewer, '127.0.0.1');
  const staying = events.open(basic, caller('premium').viewer, '127.0.0.1');
  const viewer = people.get('basic');
  await ownDb.pool.query('delete from sessions where id = $1', [
    viewer?.kind === 'member' ? viewer.sessionId : null,
  ]);
  await events.recheck();
  await read(ending, /never/);
  expect(events.size).toBe(2);
  await ownDb.pool.query("update courses set subscription_level = 'premium' where id = $1", [basic]);
  await events.recheck();
  await read(losing, /never/);
  expect(events.size).toBe(1);
  expect(await read(staying, /still here/)).toContain(': still here');
  events.stop();
  await heard.stop();
});

test('a reader who leaves is forgotten, and one address opens only so many', async ({ ownDb }) => {
  const { caller, content, events, heard } = await openTwo(ownDb, { perAddress: 2 });
  const open = (address: string) => events.open(content.courses.free.id, caller('visitor').viewer, address);
  const first = open('10.0.0.1');
  open('10.0.0.1');
  expect(() => open('10.0.0.1')).toThrow('RATE_LIMITED');
  open('10.0.0.2');
  await first.body?.cancel();
  expect(events.size).toBe(2);
  open('10.0.0.1');
  events.stop();
  expect(() => open('10.0.0.3')).toThrow('RATE_LIMITED');
  await heard.stop();
});

test('who may not read the comments is not told of them', async ({ ownDb }) => {
  const base = await openSchool(ownDb);
  const events = new CommentEvents({ services: base.services });
  const content = await insertContent(ownDb);
  await ownDb.pool.query('delete from users');
  const school = await openSchool(ownDb, { commentEvents: events });
  const ask = async (who: CallerName, id: string) => {
    const response = await school.ask(who, 'GET', `/api/comments/${id}/events`);
    await response.body?.cancel();
    return response.status;
  };
  const { free, premium } = content.courses;
  expect(await ask('visitor', free.id)).toBe(200);
  expect(await ask('visitor', premium.id)).toBe(401);
  expect(await ask('basic', premium.id)).toBe(403);
  expect(await ask('premium', premium.id)).toBe(200);
  expect(await ask('visitor', UNKNOWN)).toBe(404);
  expect(await ask('visitor', 'no-id')).toBe(400);
  events.stop();
});
