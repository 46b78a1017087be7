import { expect } from 'vitest';
import { addComment } from '#server/areas/comments/add-comment';
import { countUnread } from '#server/areas/notifications/count-unread';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { listNotifications } from '#server/areas/notifications/list-notifications';
import { savePreferences } from '#server/areas/notifications/save-preferences';
import { sendDigests } from '#server/areas/notifications/send-digests';
import { EXPORT_TABLES } from '#server/areas/privacy/export-tables';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { insertContent } from './content.ts';

const SECRET = 'canarysecret is only for those above';

/** A premium member asks under a premium course, and somebody answers; nothing is delivered yet. */
async function withReply(db: Db, { digest = false } = {}) {
  const verbs = await openVerbs(db);
  const { as, services } = verbs;
  const { courses } = await insertContent(db);
  const reader = as('premium');
  if (digest) await savePreferences(services, reader, { digest, kinds: [] });
  const place = { courseId: courses.premium.id };
  const asked = await addComment(services, reader, { ...place, parentId: null, content: 'What is this?' });
  const told = await addComment(services, as('admin'), { ...place, parentId: asked.id, content: SECRET });
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
  return { ...verbs, inbox, lower, lowered, mails, reader, told, userId };
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
  expect(await inbox(lowered)).toEqual({ text: JSON.stringify({ items: [], next: null }), count: 0 });
  expect(await mails()).not.toContain(SECRET);
});

test('a reply that was delivered is not read any more once the tier was lowered, and again when it is back', async ({
  db,
}) => {
  const { inbox, lower, lowered, services, userId } = await withReply(db);
  await deliverNotices(services);
  await lower();
  expect(await inbox(lowered)).toEqual({ text: JSON.stringify({ items: [], next: null }), count: 0 });
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
    const { inbox, mails, services, told } = await withReply(db, { digest: true });
    await deliverNotices(services);
    expect(await inbox()).toMatchObject({ count: 1 });
    await db.pool.query(`update comments set ${column} = now() where id = $1`, [told.id]);
    expect(await inbox()).toMatchObject({ count: 0 });
    await sendDigests(services);
    expect(await mails()).not.toContain(SECRET);
  },
);
