import { expect } from 'vitest';
import type { CourseState } from '#domain/courses/life-cycle';
import { addComment } from '#server/areas/comments/add-comment';
import { countUnread } from '#server/areas/notifications/count-unread';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { isMailWanted } from '#server/areas/notifications/is-mail-wanted';
import { listNotifications } from '#server/areas/notifications/list-notifications';
import { savePreferences } from '#server/areas/notifications/save-preferences';
import { sendDigests } from '#server/areas/notifications/send-digests';
import { EXPORT_TABLES } from '#server/areas/privacy/export-sql';
import { announce } from '#server/db/announce';
import type { Db } from '#server/db/client';
import { startMailRelay } from '#server/jobs/mail-relay';
import type { Mail } from '#server/platform/mailer';
import type { Services } from '#server/services';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { insertContent } from './content.ts';

const SECRET = 'canarysecret is only for those above';

/** A premium member asks under a premium course or post, and somebody answers; nothing is delivered yet. */
async function withReply(db: Db, { digest = false, kind = 'course' as 'course' | 'post' } = {}) {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const { courses, posts } = await insertContent(db);
  const reader = as('premium');
  if (digest) await savePreferences(services, reader, { digest, kinds: [] });
  const place = { courseId: (kind === 'post' ? posts : courses).premium.id };
  const asked = await addComment(services, reader, { ...place, parentId: null, content: 'What is this?' });
  const reported = await addComment(services, as('admin'), { ...place, parentId: asked.id, content: SECRET });
  if (reader.viewer.kind !== 'member') throw new Error('nobody reads');
  const lowered = { ...reader, viewer: { ...reader.viewer, tier: 'free' as const } };
  const { userId } = reader.viewer;
  const lower = () => db.pool.query("update profiles set subscription_tier = 'free' where id = $1", [userId]);
  const inbox = async (caller = reader) => ({
    text: JSON.stringify(await listNotifications(services, caller, {})),
    ...(await countUnread(services, caller)),
  });
  const mails = async () =>
    JSON.stringify((await db.pool.query('select template, props from mail_outbox')).rows);
  const bringTo = (state: CourseState) =>
    db.pool.query('update courses set state = $1 where id = $2', [state, place.courseId]);
  return { ...verbs, inbox, lower, lowered, mails, bringTo, reader, reported, userId };
}

test('a reply is told with its text to who may read it', async ({ db }) => {
  const { inbox, mails, services } = await withReply(db);
  await deliverNotices(services);
  expect(await inbox()).toMatchObject({ text: expect.stringContaining(SECRET), count: 1 });
  expect(await mails()).toContain(SECRET);
});

test('who holds a lower tier when a reply is delivered is told nothing of it', async ({ db }) => {
  const { inbox, lower, lowered, mails, services } = await withReply(db);
  await lower();
  await deliverNotices(services);
  expect(await inbox(lowered)).toEqual({
    text: JSON.stringify({ items: [], next: null, newest: null }),
    count: 0,
  });
  expect(await mails()).not.toContain(SECRET);
});

test('a reply that was delivered is not read any more once the tier was lowered, and again when it is back', async ({
  db,
}) => {
  const { inbox, lower, lowered, services, userId } = await withReply(db);
  await deliverNotices(services);
  await lower();
  expect(await inbox(lowered)).toEqual({
    text: JSON.stringify({ items: [], next: null, newest: null }),
    count: 0,
  });
  const { rows: file } = await db.pool.query(EXPORT_TABLES.notifications?.query ?? '', [userId]);
  expect(JSON.stringify(file)).not.toContain(SECRET);
  expect(await inbox()).toMatchObject({ count: 1 });
});

test('the daily mail holds no reply above the tier of its reader', async ({ db }) => {
  const { lower, mails, services } = await withReply(db, { digest: true });
  await deliverNotices(services);
  await lower();
  await sendDigests(services);
  expect(await mails()).not.toContain(SECRET);
});

test.for(['hidden_at', 'removed_at'] as const)(
  'a reply whose %s is set is neither told nor quoted any more',
  async (column, { db }) => {
    const { inbox, mails, services, reported } = await withReply(db, { digest: true });
    await deliverNotices(services);
    expect(await inbox()).toMatchObject({ count: 1 });
    await db.pool.query(`update comments set ${column} = now() where id = $1`, [reported.id]);
    expect(await inbox()).toMatchObject({ count: 0 });
    await sendDigests(services);
    expect(await mails()).not.toContain(SECRET);
  },
);

test.for(['draft', 'archived'] as const)(
  'a reply under a post that is %s again is neither told nor quoted, but to administrators',
  async (state, { db }) => {
    const { as, inbox, mails, bringTo, services } = await withReply(db, { digest: true, kind: 'post' });
    await deliverNotices(services);
    expect(await inbox()).toMatchObject({ count: 1 });
    await bringTo(state);
    expect(await inbox()).toEqual({
      text: JSON.stringify({ items: [], next: null, newest: null }),
      count: 0,
    });
    const { viewer } = as('premium');
    if (viewer.kind !== 'member') throw new Error('nobody reads');
    const promoted = { ...as('premium'), viewer: { ...viewer, isAdmin: true } };
    expect(await inbox(promoted)).toMatchObject({ text: expect.stringContaining(SECRET), count: 1 });
    await sendDigests(services);
    expect(await mails()).not.toContain(SECRET);
  },
);

test('nobody is told of a reply that waits to be delivered when its post becomes a draft', async ({ db }) => {
  const { inbox, mails, bringTo, services } = await withReply(db, { kind: 'post' });
  await bringTo('draft');
  await deliverNotices(services);
  await bringTo('published');
  expect(await inbox()).toMatchObject({ count: 0 });
  expect(await mails()).not.toContain(SECRET);
});

/** What leaves the outbox now. */
async function leaving(db: Db, services: Services): Promise<string> {
  const sent: Mail[] = [];
  const relay = startMailRelay({
    db,
    log: services.log,
    site: async () => ({ school: 'Lectern' }),
    host: 'school.test',
    mailer: { send: async (one) => void sent.push(one) },
    isWanted: (one) => isMailWanted(services, one),
  });
  await relay.deliverDue();
  await relay.stop();
  return JSON.stringify(sent);
}

test('the email of a reply leaves while its reader may read it', async ({ db }) => {
  const { services } = await withReply(db);
  await deliverNotices(services);
  expect(await leaving(db, services)).toContain(SECRET);
});

const LOST = ['the tier is lowered', 'hidden_at', 'removed_at', 'deleted for good'] as const;

test.for(
  LOST.flatMap((event) => [
    { event, digest: false },
    { event, digest: true },
  ]),
)(
  'an email of a reply that waits leaves no more: $event, digest $digest',
  async ({ digest, event }, { db }) => {
    const { lower, mails, services, reported } = await withReply(db, { digest });
    await deliverNotices(services);
    await sendDigests(services);
    expect(await mails()).toContain(SECRET);
    if (event === 'the tier is lowered') await lower();
    else if (event === 'deleted for good')
      await db.pool.query('delete from comments where id = $1', [reported.id]);
    else await db.pool.query(`update comments set ${event} = now() where id = $1`, [reported.id]);
    expect(await leaving(db, services)).toBe('[]');
  },
);

test('a daily email is written anew without what its reader may no longer read', async ({ db }) => {
  const { lower, services, userId } = await withReply(db, { digest: true });
  await db.transaction((trx) =>
    announce(trx, {
      kind: 'certificate-issued',
      eventKey: 'certificate',
      to: { userId },
      link: '/certificates',
      props: { title: 'Queues in practice' },
    }),
  );
  await deliverNotices(services);
  await sendDigests(services);
  await lower();
  expect(await leaving(db, services)).not.toContain(SECRET);
  await sendDigests(services);
  const sent = await leaving(db, services);
  expect(sent).toContain('Queues in practice');
  expect(sent).not.toContain(SECRET);
});
