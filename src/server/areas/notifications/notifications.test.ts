import { sql } from 'kysely';
import { expect } from 'vitest';
import { noticeKindsOf } from '#domain/notifications/kinds';
import { TIERS } from '#domain/tiers';
import type { MailProps, MailTemplate } from '#emails/mail-props';
import { renderMail } from '#emails/render-mail';
import { changeTier } from '#server/areas/accounts/profile/change-tier';
import { createCourse } from '#server/areas/courses/editing/create-course';
import { sendContactMessage } from '#server/areas/site/messages/send-contact-message';
import type { Db } from '#server/db/client';
import { insertContent } from '#tests/attack/content/content';
import { formOf } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { countUnread } from './count-unread.ts';
import { deliverNotices } from './deliver-notices.ts';
import { followCategory } from './follow-category.ts';
import { getPreferences } from './get-preferences.ts';
import { listNotifications } from './list-notifications.ts';
import { markRead } from './mark-read.ts';
import { savePreferences } from './save-preferences.ts';
import { sendDigests } from './send-digests.ts';
import { unsubscribe } from './unsubscribe.ts';

const mailsTo = (db: Db, email: string) =>
  db.kysely
    .selectFrom('mail_outbox')
    .select(['template', 'props'])
    .where('recipient', '=', email)
    .orderBy('created_at')
    .execute();

/** A new course of this tier in the school's category; answers its title. */
async function publish({ as, services }: Verbs, categoryId: string, tier: (typeof TIERS)[number]) {
  const title = `A new ${tier} course`;
  const form = { title, slug: `a-new-${tier}-course`, categories: [categoryId], subscriptionLevel: tier };
  await createCourse(services, as('admin'), formOf(form));
  return title;
}

async function followed(db: Db) {
  const school = await openVerbs(db);
  const { categoryId } = await insertContent(db);
  for (const who of ['free', 'basic', 'premium', 'admin'] as const)
    await followCategory(school.services, school.as(who), { id: categoryId, followed: true });
  return { ...school, categoryId };
}

const emailOf = ({ as }: Verbs, who: Parameters<Verbs['as']>[0]) => {
  const { viewer } = as(who);
  return viewer.kind === 'member' ? viewer.email : '';
};

test('followers hear of a new course only when they may open it', async ({ db }) => {
  const school = await followed(db);
  const { as, categoryId, services } = school;
  for (const tier of TIERS) await publish(school, categoryId, tier);
  await deliverNotices(services);
  const titles = async (who: 'free' | 'basic' | 'premium' | 'admin' | 'second') =>
    (await listNotifications(services, as(who), {})).items
      .filter(({ kind }) => kind === 'course-published')
      .map(({ props }) => props.title)
      .sort();
  const all = TIERS.map((tier) => `A new ${tier} course`).sort();
  expect(await titles('free')).toEqual(['A new free course']);
  expect(await titles('basic')).toEqual(['A new basic course', 'A new free course']);
  expect(await titles('premium')).toEqual(all);
  expect(await titles('admin')).toEqual(all);
  expect(await titles('second')).toEqual([]);
  expect(await mailsTo(db, emailOf(school, 'free'))).toHaveLength(1);
});

test('a notice for many is delivered in parts, goes on where it was, and reaches each person once', async ({
  ownDb,
}) => {
  const school = await followed(ownDb);
  const { as, categoryId, services } = school;
  await sql`with made as (insert into users (name, email, email_verified)
      select 'Follower', 'follower-' || n || '@many.test', true from generate_series(1, 25) n returning id)
    insert into followed_categories (user_id, category_id) select id, ${categoryId}::uuid from made`.execute(
    ownDb.kysely,
  );
  await publish(school, categoryId, 'free');
  // The process dies after a part: what it told is told, what it began is taken back.
  let parts = 0;
  const dying = {
    ...services,
    db: {
      ...ownDb,
      transaction: (work: Parameters<Db['transaction']>[0]) => {
        parts += 1;
        if (parts === 3) throw new Error('killed');
        return ownDb.transaction(work);
      },
    } as Db,
  };
  await expect(deliverNotices(dying, 10)).rejects.toThrow('killed');
  const reported = async () =>
    (
      await sql<{ n: number; people: number; mails: number }>`
        select count(*)::int as n, count(distinct user_id)::int as people,
          (select count(*)::int from mail_outbox where template = 'course-published') as mails
        from notifications where kind = 'course-published'`.execute(ownDb.kysely)
    ).rows[0];
  const before = await reported();
  expect(before?.n).toBeGreaterThan(0);
  expect(before?.n).toBeLessThan(29);
  // Whoever waits for one notice is not held up by one for many.
  await sendContactMessage(services, as('visitor'), {
    name: 'Visitor',
    email: 'visitor@example.org',
    message: 'May I ask something?',
    website: '',
  });
  const processes = [
    deliverNotices(services, 10),
    deliverNotices(services, 10),
    deliverNotices(services, 10),
  ];
  await Promise.all(processes);
  await deliverNotices(services, 10);
  expect(await reported()).toEqual({ n: 29, people: 29, mails: 29 });
  const { rows } =
    await sql`select from notice_events where delivered_at is null or reached is not null`.execute(
      ownDb.kysely,
    );
  expect(rows).toEqual([]);
});

test('a notice is delivered once, however often it is announced and by however many processes', async ({
  ownDb,
}) => {
  const school = await openVerbs(ownDb);
  const { as, services } = school;
  await sendContactMessage(services, as('visitor'), {
    name: 'Grace',
    email: 'grace@navy.test',
    message: 'Hello',
    website: '',
  });
  await Promise.all([deliverNotices(services), deliverNotices(services), deliverNotices(services)]);
  await ownDb.kysely.updateTable('notice_events').set({ delivered_at: null }).execute();
  await deliverNotices(services);
  expect((await listNotifications(services, as('admin'), {})).items).toHaveLength(1);
  const mails = await mailsTo(ownDb, emailOf(school, 'admin'));
  expect(mails.map(({ template }) => template)).toEqual(['contact-message']);
});

test('every kind of mail can be drawn from what the delivery wrote, and each can be stopped', async ({
  db,
}) => {
  const school = await followed(db);
  await publish(school, school.categoryId, 'free');
  await changeTier(school.services, school.as('free'), { tier: 'basic' });
  await deliverNotices(school.services);
  const rows = await db.kysely.selectFrom('mail_outbox').select(['template', 'props']).execute();
  expect(new Set(rows.map(({ template }) => template))).toEqual(
    new Set(['course-published', 'tier-changed']),
  );
  for (const { props, template } of rows) {
    const mail = renderMail(template as MailTemplate, props as unknown as MailProps[MailTemplate], 'School');
    expect(mail.text).not.toContain('undefined');
    expect(mail.unsubscribe).toMatch(/^http:\/\/[^/]+\/unsubscribe\/[0-9a-f-]{36}-[a-z-]+$/);
    expect(mail.html).toContain(mail.unsubscribe);
  }
});

test('who wants no mail of a kind, or nothing at all, gets none', async ({ db }) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  const choose = (inApp: boolean, email: boolean) =>
    savePreferences(services, as('free'), {
      kinds: [{ kind: 'tier-changed', inApp, email }],
      digest: false,
    });
  const change = async (tier: 'basic' | 'premium' | 'free', round: number) => {
    const caller = { ...as('free'), requestId: `request ${round}` };
    await changeTier(services, { ...caller, viewer: { ...caller.viewer, tier: 'free' } as never }, { tier });
    await deliverNotices(services);
  };
  const counts = async () => [
    (await countUnread(services, as('free'))).count,
    (await mailsTo(db, emailOf(school, 'free'))).length,
  ];
  await choose(true, false);
  await change('basic', 1);
  expect(await counts()).toEqual([1, 0]);
  await choose(false, true);
  await change('premium', 2);
  expect(await counts()).toEqual([1, 1]);
  await choose(false, false);
  await change('basic', 3);
  expect(await counts()).toEqual([1, 1]);
  const { kinds } = await getPreferences(services, as('free'));
  expect(kinds.find(({ kind }) => kind === 'tier-changed')).toEqual({
    kind: 'tier-changed',
    inApp: false,
    email: false,
  });
  expect(kinds.some(({ kind }) => kind === 'new-user')).toBe(false);
});

test('an inbox is one’s own: read marks of others change nothing', async ({ db }) => {
  const school = await followed(db);
  const { as, services } = school;
  await publish(school, school.categoryId, 'free');
  await deliverNotices(services);
  const [mine] = (await listNotifications(services, as('free'), {})).items;
  await markRead(services, as('basic'), { ids: [mine?.id ?? ''] });
  expect(await countUnread(services, as('free'))).toEqual({ count: 1 });
  expect(await markRead(services, as('free'), { ids: [mine?.id ?? ''] })).toEqual({ count: 0 });
  expect(await markRead(services, as('basic'), {})).toEqual({ count: 0 });
  expect(await failureOf(listNotifications(services, as('visitor'), {}))).toBe('SIGN_IN_REQUIRED');
});

test('the link of a mail stops its kind, and only for whom it was sent to', async ({ db }) => {
  const school = await followed(db);
  const { as, services } = school;
  await publish(school, school.categoryId, 'free');
  await deliverNotices(services);
  const [mail] = await mailsTo(db, emailOf(school, 'free'));
  const { unsubscribe: link } = (mail?.props ?? {}) as { unsubscribe?: string };
  const token = link?.split('/').at(-1) ?? '';
  expect(await unsubscribe(services, as('visitor'), { token })).toEqual({ kind: 'course-published' });
  const emailOfKind = async (who: 'free' | 'basic') =>
    (await getPreferences(services, as(who))).kinds.find(({ kind }) => kind === 'course-published')?.email;
  expect([await emailOfKind('free'), await emailOfKind('basic')]).toEqual([false, true]);
  for (const wrong of ['x', `${token}x`, token.replace(/^./, '0').replace(/-....-/, '-0000-'), 'a-digest'])
    expect(await failureOf(unsubscribe(services, as('visitor'), { token: wrong }))).toBe('LINK_EXPIRED');
});

test('stopping the daily emails says nothing of what only administrators are told of', async ({ db }) => {
  const school = await openVerbs(db);
  const { as, services } = school;
  for (const who of ['free', 'admin'] as const)
    await savePreferences(services, as(who), { kinds: [], digest: true });
  const stopped = async (who: 'free' | 'admin') => {
    const { rows } = await sql<{ token: string }>`
      select s.unsubscribe_token as token from notification_settings s join users u on u.id = s.user_id
      where u.email = ${emailOf(school, who)}`.execute(db.kysely);
    await unsubscribe(services, as('visitor'), { token: `${rows[0]?.token}-digest` });
    const { rows: kinds } = await sql<{ kind: string }>`
      select p.kind from notification_preferences p join users u on u.id = p.user_id
      where u.email = ${emailOf(school, who)} and not p.email`.execute(db.kysely);
    return kinds.map(({ kind }) => kind).sort();
  };
  expect(await stopped('free')).toEqual([...noticeKindsOf(false)].sort());
  expect(await stopped('admin')).toEqual([...noticeKindsOf(true)].sort());
});

test('all that was shown is marked as read, and what came since stays unread', async ({ db }) => {
  const school = await followed(db);
  const { as, categoryId, services, wait } = school;
  await publish(school, categoryId, 'free');
  await publish(school, categoryId, 'basic');
  await deliverNotices(services);
  const { newest } = await listNotifications(services, as('premium'), {});
  wait(1);
  await publish(school, categoryId, 'premium');
  await deliverNotices(services);
  expect(await markRead(services, as('premium'), { until: newest ?? '' })).toEqual({ count: 1 });
  const { items } = await listNotifications(services, as('premium'), {});
  expect(items.map(({ readAt }) => readAt === null)).toEqual([true, false, false]);
});

test('a daily mail holds what happened, comes once a day, and leaves out what may no longer be opened', async ({
  db,
}) => {
  const school = await followed(db);
  const { as, categoryId, services, wait } = school;
  await savePreferences(services, as('premium'), { kinds: [], digest: true });
  await publish(school, categoryId, 'free');
  await publish(school, categoryId, 'premium');
  await deliverNotices(services);
  const { viewer } = as('premium');
  const userId = viewer.kind === 'member' ? viewer.userId : '';
  await db.kysely
    .updateTable('profiles')
    .set({ subscription_tier: 'free' })
    .where('id', '=', userId)
    .execute();
  expect(await sendDigests(services)).toBe(1);
  const [mail, ...others] = await mailsTo(db, emailOf(school, 'premium'));
  expect(others).toEqual([]);
  const { text } = renderMail('digest', mail?.props as unknown as MailProps['digest'], 'School');
  expect(text).toContain('A new free course');
  expect(text).not.toContain('A new premium course');
  await sql`update notifications set digest_due = true where user_id = ${userId}`.execute(db.kysely);
  expect(await sendDigests(services)).toBe(0);
  wait(25 * 60 * 60);
  expect(await sendDigests(services)).toBe(1);
});

test('who is disabled is told nothing, by notice or by email', async ({ db }) => {
  const school = await followed(db);
  const { as, categoryId, services } = school;
  const email = emailOf(school, 'free');
  await savePreferences(services, as('premium'), { kinds: [], digest: true });
  await publish(school, categoryId, 'free');
  await deliverNotices(services);
  expect(await mailsTo(db, email)).toHaveLength(1);
  await db.kysely.updateTable('users').set({ disabled_at: services.clock.now() }).execute();
  expect(await sendDigests(services)).toBe(0);
  await publish(school, categoryId, 'basic');
  await sql`update notice_events set event_key = event_key || ':again', delivered_at = null`.execute(
    db.kysely,
  );
  await sql`delete from notifications`.execute(db.kysely);
  await deliverNotices(services);
  expect(await mailsTo(db, email)).toHaveLength(1);
  expect(await db.kysely.selectFrom('notifications').selectAll().execute()).toEqual([]);
});

test('a course is announced also where its description is cut in the middle of a character', async ({
  db,
}) => {
  const { as, categoryId, services } = await followed(db);
  const form = { title: 'Joy', slug: 'joy', categories: [categoryId], subscriptionLevel: 'free' as const };
  const description = `${'d'.repeat(499)}😀 and more`;
  await createCourse(services, as('admin'), formOf({ ...form, description }));
  await deliverNotices(services);
  const { items } = await listNotifications(services, as('free'), {});
  expect(items.map(({ kind }) => kind)).toContain('course-published');
});

test('a notice for later waits for its time', async ({ db }) => {
  const school = await openVerbs(db);
  const { as, services, wait } = school;
  await changeTier(services, as('free'), { tier: 'basic' });
  await db.kysely
    .updateTable('notice_events')
    .set({ due_at: new Date(services.clock.now().getTime() + 60_000) })
    .execute();
  expect(await deliverNotices(services)).toBe(0);
  wait(61);
  expect(await deliverNotices(services)).toBe(1);
  expect(await countUnread(services, as('free'))).toEqual({ count: 1 });
});

test('following a category is in the audit log once, and so is stopping', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const { categoryId } = await insertContent(db);
  for (const isFollowed of [true, true, false, false])
    await followCategory(services, as('free'), { id: categoryId, followed: isFollowed });
  const { rows } = await db.pool.query(
    "select action from audit_log where action like 'category.%follow' order by id",
  );
  expect(rows.map(({ action }) => action)).toEqual(['category.follow', 'category.unfollow']);
});
