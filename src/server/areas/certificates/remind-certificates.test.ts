import { expect } from 'vitest';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { savePreferences } from '#server/areas/notifications/save-preferences';
import type { Db } from '#server/db/client';
import { START } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { openVerbs, type Verbs } from '#tests/kit/verbs';
import { remindCertificates } from './remind-certificates.ts';

const DAY = 86_400;
const at = (days: number) => new Date(START.getTime() + days * DAY * 1000);
const idOf = ({ viewer }: ReturnType<Verbs['as']>) => (viewer.kind === 'member' ? viewer.userId : '');

/** A certificate of a course of its own. */
async function certify(
  db: Db,
  userId: string,
  title: string,
  days: { issued?: number; ends: number | null },
) {
  const { rows } = await db.pool.query<{ id: string }>(
    `with made as (insert into courses (title, description, slug, thumbnail) values ($2, 'D', lower($2), '/c.svg') returning id)
     insert into certificates (user_id, kind, course_id, holder_name, title, course_title, proof, achieved_at, issued_at, expires_at)
     select $1, 'course', id, 'Emmy', $2, $2, '{}', $3, $3, $4 from made returning id`,
    [userId, title, at(days.issued ?? -300), days.ends === null ? null : at(days.ends)],
  );
  return rows[0]?.id ?? '';
}

const mails = async (db: Db) =>
  (
    await db.pool.query<{ recipient: string; props: Record<string, string> }>(
      "select recipient, props from mail_outbox where template = 'certificate-ends' order by created_at, recipient",
    )
  ).rows;

test('the holder is told once, thirty days before a certificate ends, with the way to renew it', async ({
  db,
}) => {
  const { as, services, wait } = await openVerbs(db);
  const id = await certify(db, idOf(as('premium')), 'Proofs', { ends: 31 });
  expect(await remindCertificates(services)).toBe(0);
  wait(DAY);
  expect(await remindCertificates(services)).toBe(1);
  expect(await remindCertificates(services)).toBe(0);
  await deliverNotices(services);
  const [mail, ...more] = await mails(db);
  expect(more).toEqual([]);
  expect(mail?.recipient).toBe('premium@school.test');
  expect(mail?.props).toMatchObject({ title: 'Proofs', day: 'December 21, 2026' });
  expect(mail?.props.link).toMatch(new RegExp(`/certificates/${id}$`));
  const { rows } = await db.pool.query("select link from notifications where kind = 'certificate-ends'");
  expect(rows).toEqual([{ link: `/certificates/${id}` }]);
});

test('nobody is told of one that has ended, was revoked or renewed, never ends, or ends far off', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const userId = idOf(as('premium'));
  await certify(db, userId, 'Over', { ends: -1 });
  await certify(db, userId, 'Endless', { ends: null });
  await certify(db, userId, 'Later', { ends: 31 });
  await certify(db, userId, 'Month', { issued: -10, ends: 20 });
  const revoked = await certify(db, userId, 'Revoked', { ends: 10 });
  const renewed = await certify(db, userId, 'Renewed', { ends: 10 });
  const gone = await certify(db, userId, 'Gone', { ends: 10 });
  await db.pool.query("update certificates set revoked_at = now(), revoked_reason = 'Wrong' where id = $1", [
    revoked,
  ]);
  await db.pool.query("update certificates set replaced_for = 'renewal' where id = $1", [renewed]);
  await db.pool.query('delete from courses where id = (select course_id from certificates where id = $1)', [
    gone,
  ]);
  expect(await remindCertificates(services)).toBe(0);
});

test('nobody is told of one that cannot be renewed now, and the reminder waits until it can be', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  const id = await certify(db, idOf(as('premium')), 'Proofs', { ends: 20 });
  const turn = async ({ certificate = true, exam = false, trash = false }) => {
    await db.pool.query(
      `with changed as (update certificates set kind = $2 where id = $1 returning course_id)
       update courses set kind = $3, certificate = $4 where id in (select course_id from changed)`,
      [id, exam ? 'exam' : 'course', trash ? 'deleted' : 'course', certificate],
    );
    return remindCertificates(services);
  };
  expect(await turn({ trash: true })).toBe(0);
  expect(await turn({ certificate: false })).toBe(0);
  // Its exam was removed from the course.
  expect(await turn({ exam: true })).toBe(0);
  expect(await turn({})).toBe(1);
});

test('nobody is told of one that their plan does not renew, until it does; administrators are', async ({
  db,
}) => {
  const { as, services } = await openVerbs(db);
  await certify(db, idOf(as('basic')), 'Lapsed', { ends: 10 });
  await certify(db, idOf(as('admin')), 'Own', { ends: 10 });
  expect(await remindCertificates(services)).toBe(1);
  await db.pool.query("update profiles set subscription_tier = 'premium' where username = 'basic'");
  expect(await remindCertificates(services)).toBe(1);
  await deliverNotices(services);
  expect((await mails(db)).map(({ recipient }) => recipient)).toEqual([
    'admin@school.test',
    'basic@school.test',
  ]);
});

test('one that is valid for a month is told of in its second half', async ({ db }) => {
  const { as, services, wait } = await openVerbs(db);
  await certify(db, idOf(as('premium')), 'Month', { issued: 0, ends: 30 });
  wait(14 * DAY);
  expect(await remindCertificates(services)).toBe(0);
  wait(2 * DAY);
  expect(await remindCertificates(services)).toBe(1);
});

test('who wants no such mail gets none, and may still be told in the inbox', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  await certify(db, idOf(as('premium')), 'Quiet', { ends: 10 });
  await certify(db, idOf(as('admin')), 'Told', { ends: 10 });
  await savePreferences(services, as('premium'), {
    kinds: [{ kind: 'certificate-ends', inApp: true, email: false }],
    digest: false,
  });
  expect(await remindCertificates(services)).toBe(2);
  await deliverNotices(services);
  expect((await mails(db)).map(({ recipient }) => recipient)).toEqual(['admin@school.test']);
  const { rows } = await db.pool.query(
    "select count(*)::int as count from notifications where kind = 'certificate-ends' and in_app",
  );
  expect(rows).toEqual([{ count: 2 }]);
});

test('two processes at one moment tell it once', async ({ ownDb }) => {
  const { as, services } = await openVerbs(ownDb);
  for (const title of ['A', 'B', 'C']) await certify(ownDb, idOf(as('premium')), title, { ends: 10 });
  const reported = await Promise.all([remindCertificates(services), remindCertificates(services)]);
  expect(reported.reduce((sum, each) => sum + each, 0)).toBe(3);
});

test('a reminder that fails keeps no other back, and is tried again', async ({ ownDb }) => {
  const { as, services } = await openVerbs(ownDb);
  await certify(ownDb, idOf(as('premium')), 'Broken', { ends: 5 });
  await certify(ownDb, idOf(as('premium')), 'Whole', { ends: 10 });
  await ownDb.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse before update on certificates for each row when (old.title = 'Broken') execute function refuse()`);
  expect(await remindCertificates(services)).toBe(1);
  await ownDb.pool.query('drop trigger refuse on certificates');
  expect(await remindCertificates(services)).toBe(1);
  await deliverNotices(services);
  expect((await mails(ownDb)).map(({ props }) => props.title).sort()).toEqual(['Broken', 'Whole']);
});
