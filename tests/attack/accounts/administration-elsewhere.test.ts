import { expect } from 'vitest';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { sendDigests } from '#server/areas/notifications/send-digests';
import { createFeedAddress } from '#server/areas/posts/feed-address';
import { saveSecurity } from '#server/areas/settings/save-security';
import { announce } from '#server/db/announce';
import { test } from '#tests/kit/database';
import { insertContent } from '../content/content.ts';
import { examFiles } from '../kit/own-things.ts';
import { openSchool } from '../kit/school.ts';

/** A school in which administration is open from another network than the one of all requests here. */
async function closedSchool(db: Parameters<typeof openSchool>[0], rule: 'address' | 'two-factor') {
  const school = await openSchool(db);
  const content = await insertContent(db);
  const viewer = school.people.get('admin');
  if (viewer?.kind !== 'member') throw new Error('the school has no administrator');
  const caller = { viewer, ipAddress: '127.0.0.1', userAgent: '', requestId: 'security' };
  const close = async () => {
    await saveSecurity(school.services, caller, {
      passwordPolicy: 'low',
      sessionMinutes: 60,
      twoFactor: rule === 'two-factor',
      allowedAddresses: rule === 'address' ? ['10.0.0.0/8'] : [],
      version: 0,
      confirmed: true,
    });
  };
  const read = async (path: string, method = 'GET') => {
    const response = await school.ask('admin', method, path);
    return { status: response.status, text: await response.text() };
  };
  return { school, content, caller, close, read };
}

for (const rule of ['address', 'two-factor'] as const) {
  test(`where administration is closed (${rule}), an administrator has no power over others' things either`, async ({
    db,
  }) => {
    const { close, content, read, school } = await closedSchool(db, rule);
    const { basic: file = '', admin: own = '' } = await examFiles({ school, content });
    const course = content.courses.free;
    const hidden = course.comments.of.basic ?? '';
    await db.pool.query("update comments set hidden_at = now(), body = 'a hidden insult' where id = $1", [
      hidden,
    ]);
    const comments = async () => (await read(`/api/comments/${course.id}`)).text.includes('a hidden insult');
    expect((await read(`/api/exam-files/${file}`)).text).toBe('essay');
    expect(await comments()).toBe(true);
    await close();
    expect((await read(`/api/exam-files/${file}`)).text).toContain('FILE_NOT_FOUND');
    expect((await read(`/api/exam-files/${own}`)).text).toBe('essay');
    expect(await comments()).toBe(false);
    const foreign = course.comments.of.second ?? '';
    expect((await read(`/api/comment/${foreign}`, 'DELETE')).text).toContain('AUTHOR_REQUIRED');
    await db.pool.query('update courses set published_at = null where id = $1', [content.posts.free.id]);
    expect((await read(`/api/posts/${content.posts.free.id}`)).text).toContain('POST_NOT_FOUND');
    expect(JSON.parse((await read('/api/session')).text).user).toMatchObject({ role: 'admin' });
  });
}

test('content above the own plan is closed to an administrator where administration is, in pages kept for a tier and in the feed', async ({
  db,
}) => {
  const { caller, close, content, read, school } = await closedSchool(db, 'address');
  const { rss } = await createFeedAddress(school.services, caller);
  const feed = new URL(rss ?? '').pathname;
  // What was published by the clock of the database is out by the clock of the school.
  await db.pool.query('update courses set published_at = $1', [school.services.clock.now()]);
  const { secrets, slug } = content.courses.premium;
  const reported = async (path: string) => {
    const { text } = await read(path);
    return secrets.some((secret) => text.includes(secret)) || text.includes(content.posts.premium.id);
  };
  expect(await reported(`/api/courses/${slug}/sections/${content.courses.premium.sections[0]?.key}`)).toBe(
    true,
  );
  expect(await reported(feed)).toBe(true);
  await close();
  expect(await reported(`/api/courses/${slug}/sections/${content.courses.premium.sections[0]?.key}`)).toBe(
    false,
  );
  expect(await reported(feed)).toBe(false);
});

test('the last administrator stays the last one where administration is closed', async ({ db }) => {
  const { close, school } = await closedSchool(db, 'address');
  await close();
  await db.pool.query('update sessions set proved_at = $1', [school.services.clock.now()]);
  const response = await school.ask('admin', 'POST', '/api/account/deletion');
  expect(await response.text()).toContain('LAST_ADMINISTRATOR');
});

for (const rule of ['address', 'two-factor'] as const)
  test(`what administrators are told is closed where administration is (${rule}): inbox, count, mails and digest`, async ({
    ownDb: db,
  }) => {
    const { caller, close, read, school } = await closedSchool(db, rule);
    const { services } = school;
    const report = async (message: string) => {
      await services.db.transaction((trx) =>
        announce(trx, {
          kind: 'contact-message',
          eventKey: `contact:${message}`,
          to: { administrators: true },
          link: '/admin/messages',
          props: { sender: 'Zoe', email: 'zoe@elsewhere.test', message },
        }),
      );
      await deliverNotices(services);
    };
    const inbox = async () => (await read('/api/notifications')).text;
    const unread = async () => JSON.parse((await read('/api/notifications/unread')).text).count;
    const mailed = async () => {
      const { rows } = await db.pool.query('select props::text from mail_outbox where recipient = $1', [
        caller.viewer.email,
      ]);
      return rows.map(({ props }) => props).join();
    };
    await report('canary before');
    expect(await inbox()).toContain('canary before');
    expect(await mailed()).toContain('canary before');
    const before = await unread();
    await db.pool.query('update notifications set digest_due = true where user_id = $1', [
      caller.viewer.userId,
    ]);
    await db.pool.query('update notification_settings set digest = true where user_id = $1', [
      caller.viewer.userId,
    ]);
    await db.pool.query('delete from mail_outbox');
    await close();
    await report('canary after');
    await sendDigests(services);
    expect(await inbox()).not.toContain('canary');
    expect(await unread()).toBe(before - 1);
    expect(await mailed()).not.toContain('canary');
    // Whoever reads all of it here has not read what is closed here.
    await school.ask('admin', 'POST', '/api/notifications/read', { body: {} });
    const { rows } = await db.pool.query(
      "select distinct read_at from notifications where kind = 'contact-message' and user_id = $1",
      [caller.viewer.userId],
    );
    expect(rows).toEqual([{ read_at: null }]);
  });
