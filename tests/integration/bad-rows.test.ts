import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { eraseDueAccounts } from '#server/areas/accounts/erasure/erase-due-accounts';
import { deliverAnnouncements } from '#server/areas/announcements/deliver-announcements';
import { saveConsent } from '#server/areas/announcements/save-consent';
import { sendAnnouncement } from '#server/areas/announcements/send-announcement';
import { purgeTrash } from '#server/areas/courses/trash/purge-trash';
import { removeCourse } from '#server/areas/courses/trash/remove-course';
import { removeFiles } from '#server/areas/exams/attempts/remove-files';
import { closeDrawings } from '#server/areas/media/close-drawings';
import { sweepMedia } from '#server/areas/media/sweep-media';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { savePreferences } from '#server/areas/notifications/save-preferences';
import { sendDigests } from '#server/areas/notifications/send-digests';
import { announce } from '#server/db/announce';
import type { Db } from '#server/db/client';
import { insertContent } from '#tests/attack/content/content';
import type { CallerName } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';

const DAY = 24 * 3600;

/** A row on which every write of this kind fails, until it is told to stop. */
async function spoil(db: Db, table: string, event: 'insert' | 'delete', condition: string) {
  await db.pool.query(`create function spoiled() returns trigger language plpgsql as $$
    begin raise exception 'this row is bad'; end $$`);
  await db.pool.query(`create trigger spoiled before ${event} on ${table} for each row when (${condition})
    execute function spoiled()`);
  return () => db.pool.query(`drop trigger spoiled on ${table}`);
}

async function openSchoolWithNotices(db: Db) {
  const verbs = await openVerbs(db);
  const idOf = (who: CallerName): string => {
    const { viewer } = verbs.as(who);
    return viewer.kind === 'member' ? viewer.userId : '';
  };
  /** Tells this person that a certificate ends. */
  const report = (who: CallerName) =>
    db.transaction((trx) =>
      announce(trx, {
        kind: 'certificate-ends',
        eventKey: `told:${who}`,
        to: { userId: idOf(who) },
        link: '/certificates/1',
        props: { title: 'SQL', day: '1 May 2027' },
      }),
    );
  const reported = async () => {
    const { rows } = await db.pool.query(
      'select u.name from notifications n join users u on u.id = n.user_id order by u.name',
    );
    return rows.map(({ name }) => name);
  };
  return { ...verbs, idOf, report, reported };
}

test('a file that the store refuses is put off, and the others are removed', async ({ db }) => {
  const { services, wait } = await openVerbs(db);
  await db.pool.query("insert into files_to_remove select 'key ' || n from generate_series(100, 550) n");
  const tried: string[] = [];
  let isBroken = true;
  const storage = {
    ...services.storage,
    remove: async (key: string) => {
      tried.push(key);
      if (key === 'key 100' && isBroken) throw new Error('access denied');
    },
  };
  const run = () => removeFiles({ ...services, storage });
  expect(await run()).toBe(450);
  expect([await run(), tried.filter((key) => key === 'key 100').length]).toEqual([0, 1]);
  wait(61);
  expect([await run(), tried.length]).toEqual([0, 452]);
  isBroken = false;
  wait(61);
  expect(await run()).toBe(0);
  wait(60);
  expect(await run()).toBe(1);
});

test('a store that refuses everything is asked for one batch only', async ({ db }) => {
  const { services } = await openVerbs(db);
  await db.pool.query("insert into files_to_remove select 'key ' || n from generate_series(1, 500) n");
  let tried = 0;
  const remove = async () => {
    tried += 1;
    throw new Error('the store is away');
  };
  expect(await removeFiles({ ...services, storage: { ...services.storage, remove } })).toBe(0);
  expect(tried).toBe(200);
});

test('a notice that cannot be delivered is put off, and those behind it are delivered', async ({ db }) => {
  const { idOf, services, report, reported, wait } = await openSchoolWithNotices(db);
  for (const who of ['free', 'basic', 'premium'] as const) await report(who);
  const repair = await spoil(db, 'notifications', 'insert', `new.user_id = '${idOf('free')}'`);
  expect([await deliverNotices(services), await reported()]).toEqual([2, ['basic', 'premium']]);
  await repair();
  expect(await deliverNotices(services)).toBe(0);
  wait(61);
  expect([await deliverNotices(services), await reported()]).toEqual([1, ['basic', 'free', 'premium']]);
});

test('a daily email that cannot be written is put off, and others get theirs', async ({ db }) => {
  const { as, services, report, wait } = await openSchoolWithNotices(db);
  for (const who of ['free', 'basic', 'premium'] as const) {
    await savePreferences(services, as(who), { digest: true, kinds: [] });
    await report(who);
  }
  await deliverNotices(services);
  const repair = await spoil(
    db,
    'mail_outbox',
    'insert',
    "new.recipient = 'free@school.test' and new.template = 'digest'",
  );
  const digests = async () => {
    const { rows } = await db.pool.query(
      "select recipient from mail_outbox where template = 'digest' order by recipient",
    );
    return rows.map(({ recipient }) => recipient);
  };
  expect([await sendDigests(services), await digests()]).toEqual([
    2,
    ['basic@school.test', 'premium@school.test'],
  ]);
  await repair();
  expect(await sendDigests(services)).toBe(0);
  wait(61);
  expect([await sendDigests(services), (await digests()).length]).toEqual([1, 3]);
});

test('an announcement that cannot be sent holds up no other', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  await db.pool.query(
    `insert into site_settings (name, value) values ('notifications', '{"marketing":true}')
     on conflict (name) do update set value = excluded.value`,
  );
  services.settings.forget();
  await saveConsent(services, as('free'), { agreed: true });
  for (const subject of ['Bad', 'Good'])
    await sendAnnouncement(services, as('admin'), {
      id: randomUUID(),
      subject,
      text: 'News.',
      tiers: ['free'],
    });
  await spoil(
    db,
    'mail_outbox',
    'insert',
    "new.template = 'announcement' and new.props ->> 'subject' = 'Bad'",
  );
  expect(await deliverAnnouncements(services)).toBe(1);
});

test('a course that cannot be deleted for good stays in the trash, and the others go', async ({ db }) => {
  const { as, services, wait } = await openVerbs(db);
  const { courses } = await insertContent(db);
  const [bad, ...good] = Object.values(courses).map(({ id }) => id);
  for (const id of [bad, ...good]) await removeCourse(services, as('admin'), { id: id ?? '' });
  await spoil(db, 'courses', 'delete', `old.id = '${bad}'`);
  wait(31 * DAY);
  expect(await purgeTrash(services)).toBe(good.length);
  const { rows } = await db.pool.query('select course_id from deleted_courses');
  expect(rows).toEqual([{ course_id: bad }]);
});

test('a drawing that the store refuses holds up none behind it, on later pages neither', async ({ db }) => {
  const { services } = await openVerbs(db);
  await db.pool.query(
    `insert into media (kind, mime, bytes, sha256, name, ending, source_sha256)
     select 'content', 'image/svg+xml', 9, 'd' || n, 'a.svg', 'svg', 'd' || n from generate_series(1, 205) n`,
  );
  const { rows } = await db.pool.query("select id from media where ending = 'svg' order by id");
  const bad = new Set(rows.slice(0, 202).map(({ id }) => id));
  const storage = {
    ...services.storage,
    get: async (key: string) => {
      if ([...bad].some((id) => key.includes(id))) throw new Error('access denied');
      return Buffer.from('<svg width="4" height="3"></svg>');
    },
    put: async () => undefined,
    remove: async () => undefined,
  };
  expect(await closeDrawings({ ...services, storage })).toBe(3);
  bad.clear();
  expect(await closeDrawings({ ...services, storage })).toBe(202);
});

test('files that no text names go in one sweep, but for one that cannot be forgotten', async ({ db }) => {
  const { services, wait } = await openVerbs(db);
  await db.pool.query(
    `insert into media (kind, mime, bytes, sha256, name, ending, source_sha256)
     select 'content', 'text/plain', 9, 'f' || n, 'a.txt', 'txt', 'f' || n from generate_series(1, 450) n`,
  );
  const repair = await spoil(db, 'media', 'delete', "old.sha256 = 'f7'");
  wait(10_000 * DAY);
  expect(await sweepMedia(services)).toBe(449);
  await repair();
  expect(await sweepMedia(services)).toBe(1);
});

test('a question in the trash that cannot be deleted for good holds up no other', async ({ db }) => {
  const { services, wait } = await openVerbs(db);
  await db.pool.query(
    `insert into bank_trash (id, kind, bank_id, title, stored, deleted_at)
     select gen_random_uuid(), 'bank', gen_random_uuid(), 'bank ' || n, '{}', $1 from generate_series(1, 205) n`,
    [services.clock.now()],
  );
  const repair = await spoil(db, 'bank_trash', 'delete', "old.title <> 'bank 205'");
  wait(31 * DAY);
  expect(await purgeTrash(services)).toBe(1);
  await repair();
  expect(await purgeTrash(services)).toBe(204);
});

test('accounts that cannot be erased hold up no other', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const { viewer } = as('free');
  if (viewer.kind !== 'member') throw new Error('nobody leaves');
  const due = services.clock.now();
  await db.pool.query(
    `insert into users (name, email, email_verified, erase_at)
     select 'bad', 'bad' || n || '@school.test', true, $1::timestamptz - interval '1 hour' from generate_series(1, 55) n`,
    [due],
  );
  await db.pool.query('update users set erase_at = $1 where id = $2', [due, viewer.userId]);
  const repair = await spoil(db, 'users', 'delete', "old.name = 'bad'");
  expect(await eraseDueAccounts(services)).toBe(1);
  await repair();
});
