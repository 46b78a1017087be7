import { expect } from 'vitest';
import { listSessions } from '#server/areas/accounts/sessions/list-sessions';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { disableUser } from '../users/disable-user.ts';
import { endSupport } from './end-support.ts';
import { startSupport } from './start-support.ts';

const UNKNOWN = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';

/** An administrator who looks into the account of the member `basic`. */
async function openSupport(db: Db) {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const { viewer } = as('basic');
  if (viewer.kind !== 'member') throw new Error('basic is a member');
  const start = (id: string, resHeaders = new Headers()) =>
    startSupport(services, as('admin'), { id, mode: 'look', reason: 'A lost exam' }, resHeaders);
  const audited = () =>
    db.kysely
      .selectFrom('audit_log')
      .select(['action', 'entity', 'entity_id'])
      .where('action', 'like', 'support.%')
      .orderBy('id')
      .execute();
  return { ...verbs, audited, start, viewer };
}

test('beginning and ending support is written down about the user, and both say that they are done', async ({
  db,
}) => {
  const { as, audited, services, start, viewer } = await openSupport(db);
  const admin = as('admin').viewer;
  const begun = new Headers();
  expect(await start(viewer.userId, begun)).toEqual({ done: true });
  expect(begun.getSetCookie()).toHaveLength(1);
  const session = await db.kysely
    .selectFrom('sessions')
    .select('id')
    .where('support_from', 'is not', null)
    .executeTakeFirstOrThrow();
  const adminId = admin.kind === 'member' ? admin.userId : '';
  const support = { adminId, adminName: 'admin', endsAt: services.clock.now(), mode: 'look' as const };
  const inside = { ...as('basic'), viewer: { ...viewer, sessionId: session.id, support } };
  const ended = new Headers();
  expect(await endSupport(services, inside, ended)).toEqual({ done: true });
  expect(ended.getSetCookie()).toHaveLength(1);
  // The session is gone, so that nobody is signed in by ending it again.
  const again = new Headers();
  expect(await endSupport(services, inside, again)).toEqual({ done: true });
  expect(again.getSetCookie()).toEqual([]);
  const about = { entity: 'user', entity_id: viewer.userId };
  expect(await audited()).toMatchObject([
    { action: 'support.start', ...about },
    { action: 'support.end', ...about },
    { action: 'support.end', ...about },
  ]);
});

test('a support session is in the list of its user until its administrator is none any more', async ({
  db,
}) => {
  const { as, services, start, viewer } = await openSupport(db);
  const count = async () => (await listSessions(services, as('basic'))).length;
  const before = await count();
  await start(viewer.userId);
  expect(await count()).toBe(before + 1);
  await db.kysely.deleteFrom('user_roles').execute();
  expect(await count()).toBe(before);
});

test('whoever is in no support session has none to end', async ({ db }) => {
  const { as, audited, services } = await openSupport(db);
  const resHeaders = new Headers();
  expect(await endSupport(services, as('basic'), resHeaders)).toEqual({ done: true });
  expect(resHeaders.getSetCookie()).toEqual([]);
  expect(await audited()).toEqual([]);
});

test('an unknown account and a disabled one are not looked into', async ({ db }) => {
  const { as, audited, services, start, viewer } = await openSupport(db);
  expect(await failureOf(start(UNKNOWN))).toBe('USER_NOT_FOUND');
  await disableUser(services, as('admin'), { id: viewer.userId });
  expect(await failureOf(start(viewer.userId))).toBe('SUPPORT_REFUSED');
  expect(await audited()).toEqual([]);
});

test('each support session is told in a mail of its own', async ({ db }) => {
  const { as, start, viewer, wait } = await openSupport(db);
  const admin = as('admin').viewer;
  await start(viewer.userId);
  wait(1);
  await start(viewer.userId);
  const mails = await db.kysely
    .selectFrom('mail_outbox')
    .select('event_key')
    .where('template', '=', 'support-session')
    .execute();
  expect(mails).toHaveLength(2);
  const names = `support:${viewer.userId}:${admin.kind === 'member' ? admin.userId : ''}:`;
  for (const { event_key } of mails) expect(event_key.startsWith(names)).toBe(true);
});
