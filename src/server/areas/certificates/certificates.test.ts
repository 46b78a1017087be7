import { expect } from 'vitest';
import { progressForm } from '#contract/learning';
import { enrol } from '#server/areas/learning/enrol';
import { listMyCourses } from '#server/areas/learning/list-my-courses';
import { recordSectionResult } from '#server/areas/learning/record-section-result';
import { saveProgress } from '#server/areas/learning/save-progress';
import type { Db } from '#server/db/client';
import type { CallerName } from '#tests/attack/school';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs, type Verbs } from '#tests/kit/verbs';
import { claimCertificates } from './claim-certificates.ts';
import { getCertificate } from './get-certificate.ts';
import { listCertificates } from './list-certificates.ts';
import { listMyCertificates } from './list-my-certificates.ts';
import { reissueCertificate } from './reissue-certificate.ts';
import { renewCertificate } from './renew-certificate.ts';
import { revokeCertificate } from './revoke-certificate.ts';
import { setCertificateListed } from './set-certificate-listed.ts';

interface Room extends Verbs {
  readonly courseId: string;
  readonly study: (who: CallerName) => Promise<unknown>;
  readonly pass: (who: CallerName, percent?: number, passed?: boolean) => Promise<void>;
}

const QUESTION = { questions: [{ id: 'q' }] };
type Counts = 'first' | 'last' | 'average';

/** A course of one lesson and one exam, for everybody. */
async function openRoom(db: Db, months: number | null = null): Promise<Room> {
  const verbs = await openVerbs(db);
  const { rows } = await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, certificate_months)
       values ('Queues', 'Q', 'queues', '/q.svg', $1) returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
       select id, key, title, kind::section_type, exam::jsonb, place from made, (values
         ('one', 'One', 'lesson', null, 1), ('final', 'Final', 'exam', $2, 2)) s (key, title, kind, exam, place)
     returning id, course_id`,
    [months, JSON.stringify(QUESTION)],
  );
  const [lesson, exam] = rows;
  const courseId: string = lesson.course_id;
  const idOf = (who: CallerName) => {
    const { viewer } = verbs.as(who);
    return viewer.kind === 'member' ? viewer.userId : '';
  };
  const study = async (who: CallerName) => {
    await enrol(verbs.services, verbs.as(who), { courseId });
    const at = verbs.services.clock.now().toISOString();
    const told = progressForm.parse({ at, marked: true });
    return saveProgress(verbs.services, verbs.as(who), { id: lesson.id, ...told });
  };
  let number = 0;
  const pass = async (who: CallerName, percent = 90, isPassed = true) => {
    number += 1;
    const now = verbs.services.clock.now();
    await enrol(verbs.services, verbs.as(who), { courseId });
    await db.pool.query(
      `with version as (insert into exam_versions (section_id, fingerprint, exam, html) values ($2, $5, '{}', '{}') returning id)
       insert into exam_attempts (user_id, section_id, version_id, number, started_at, submitted_at, ended_by, passed, result)
       select $1, $2, id, $4, $3, $3, 'candidate', $7, jsonb_build_object('percent', $6::int) from version`,
      [idOf(who), exam.id, now, number, String(number), percent, isPassed],
    );
    const passed = { userId: idOf(who), courseId, sectionId: exam.id, now };
    if (!isPassed) return;
    await db.transaction((trx) => recordSectionResult(trx, verbs.as(who), passed));
  };
  return { ...verbs, courseId, study, pass };
}

const mine = ({ as, services }: Room, who: CallerName) => listMyCertificates(services, as(who));
const read = ({ as, services }: Room, id: string, who: CallerName = 'visitor') =>
  getCertificate(services, as(who), { id });
const actions = async (db: Db) => {
  const { rows } = await db.pool.query(
    "select action from audit_log where entity = 'certificate' order by id",
  );
  return rows.map(({ action }) => action);
};
const DAY = 24 * 3600;

test('who completes a course on the premium plan has its certificate in the same moment', async ({ db }) => {
  const room = await openRoom(db);
  await room.pass('premium', 87);
  expect((await mine(room, 'premium')).certificates).toMatchObject([{ kind: 'exam', title: 'Final' }]);
  await room.study('premium');
  const { certificates, due } = await mine(room, 'premium');
  expect(due).toEqual([]);
  expect(certificates.map(({ kind }) => kind)).toEqual(['course', 'exam']);
  expect(await read(room, certificates[0]?.id ?? '')).toMatchObject({
    ...{ kind: 'course', name: 'premium', title: 'Queues', courseTitle: 'Queues', courseSlug: 'queues' },
    ...{ state: 'valid', expiresAt: null, listed: false, own: false, replacedBy: null },
    proof: { sections: 2, exams: [{ title: 'Final', percent: 87 }] },
  });
  await room.pass('premium', 99);
  expect((await mine(room, 'premium')).certificates).toHaveLength(2);
  expect(await actions(db)).toEqual(['certificate.issue', 'certificate.issue']);
});

test('a lower plan has none until it is raised; then it is taken with one click, once', async ({ db }) => {
  const room = await openRoom(db);
  const { as, courseId, services } = room;
  await room.study('free');
  const early = claimCertificates(services, as('free'), { courseId });
  expect(await failureOf(early)).toBe('TIER_REQUIRED');
  await room.pass('free');
  expect(await mine(room, 'free')).toEqual({
    certificates: [],
    due: [{ courseId, title: 'Queues', access: 'tier-required' }],
  });
  await db.pool.query("update profiles set subscription_tier = 'premium' where username = 'free'");
  const { ids } = await claimCertificates(services, as('free'), { courseId });
  expect(ids).toHaveLength(2);
  const again = await claimCertificates(services, as('free'), { courseId });
  expect(again.ids.toSorted()).toEqual(ids.toSorted());
  expect((await mine(room, 'free')).certificates).toHaveLength(2);
  await db.pool.query("update certificates set revoked_at = now(), revoked_reason = 'Copied'");
  const revoked = claimCertificates(services, as('free'), { courseId });
  expect(await failureOf(revoked)).toBe('CERTIFICATE_NOT_EARNED');
});

test('a course whose author gives no certificates gives none', async ({ db }) => {
  const room = await openRoom(db);
  await db.pool.query('update courses set certificate = false');
  await room.study('premium');
  await room.pass('premium');
  expect(await mine(room, 'premium')).toEqual({ certificates: [], due: [] });
  expect(
    await failureOf(
      claimCertificates(room.services, room.as('premium'), {
        courseId: room.courseId,
      }),
    ),
  ).toBe('CERTIFICATE_NOT_EARNED');
});

test('what is certified stays as it was, whatever becomes of the course and the name', async ({ db }) => {
  const room = await openRoom(db);
  await room.study('premium');
  await room.pass('premium');
  const id = (await mine(room, 'premium')).certificates[0]?.id ?? '';
  await db.pool.query("update users set name = 'Another' where name = 'premium'");
  await db.pool.query("update courses set title = 'Stacks'");
  expect(await read(room, id)).toMatchObject({ name: 'premium', title: 'Queues' });
  await db.pool.query('delete from courses');
  expect(await read(room, id)).toMatchObject({ title: 'Queues', courseSlug: null, state: 'valid' });
});

test('an administrator revokes with a reason: everybody is told it, the holder by mail, nobody takes another', async ({
  db,
}) => {
  const room = await openRoom(db);
  const { as, courseId, services } = room;
  await room.study('premium');
  await room.pass('premium');
  const id = (await mine(room, 'premium')).certificates.find(({ kind }) => kind === 'course')?.id ?? '';
  const member = revokeCertificate(services, as('premium'), { id, reason: 'x' });
  expect(await failureOf(member)).toBe('ADMINISTRATOR_REQUIRED');
  await revokeCertificate(services, as('admin'), { id, reason: 'Somebody else took the exam' });
  expect(await read(room, id)).toMatchObject({
    state: 'revoked',
    revokedReason: 'Somebody else took the exam',
  });
  const { rows } = await db.pool.query(
    "select recipient, props from mail_outbox where template = 'certificate-revoked'",
  );
  expect(rows).toMatchObject([
    { recipient: 'premium@school.test', props: { reason: 'Somebody else took the exam' } },
  ]);
  const again = revokeCertificate(services, as('admin'), { id, reason: 'Twice' });
  expect(await failureOf(again)).toBe('CERTIFICATE_CLOSED');
  const exam = (await mine(room, 'premium')).certificates.find(({ kind }) => kind === 'exam')?.id;
  expect(await claimCertificates(services, as('premium'), { courseId })).toEqual({ ids: [exam] });
  expect((await listCertificates(services, as('admin'), { q: '', state: 'revoked' })).items).toMatchObject([
    { id, name: 'premium', state: 'revoked' },
  ]);
});

test('written anew under another name, the old one tells no name and leads to the new one', async ({
  db,
}) => {
  const room = await openRoom(db);
  const { as, services } = room;
  await room.study('premium');
  await room.pass('premium');
  const id = (await mine(room, 'premium')).certificates.find(({ kind }) => kind === 'course')?.id ?? '';
  await db.pool.query("update users set name = 'Grace' where name = 'premium'");
  const { items } = await listCertificates(services, as('admin'), { q: 'grace' });
  expect(items[0]).toMatchObject({ name: 'premium', presentName: 'Grace' });
  const { id: anew } = await reissueCertificate(services, as('admin'), { id });
  expect(await read(room, id)).toMatchObject({ name: null, state: 'reissued', replacedBy: anew });
  expect(await read(room, anew)).toMatchObject({ name: 'Grace', state: 'valid' });
  expect(await failureOf(reissueCertificate(services, as('admin'), { id }))).toBe('CERTIFICATE_CLOSED');
  expect((await mine(room, 'premium')).certificates.map((each) => each.id)).toContain(anew);
  expect((await mine(room, 'premium')).certificates.map((each) => each.id)).not.toContain(id);
});

test('one that ends is renewed when every exam was passed again', async ({ db }) => {
  const room = await openRoom(db, 12);
  const { as, services, wait } = room;
  await room.study('premium');
  await room.pass('premium', 70);
  const id = (await mine(room, 'premium')).certificates.find(({ kind }) => kind === 'course')?.id ?? '';
  const renew = (who: CallerName) => renewCertificate(services, as(who), { id });
  expect(await failureOf(renew('premium'))).toBe('CERTIFICATE_CLOSED');
  wait(310 * DAY);
  expect(await failureOf(renew('second'))).toBe('CERTIFICATE_NOT_FOUND');
  expect(await failureOf(renew('premium'))).toBe('CERTIFICATE_NOT_EARNED');
  wait(60 * DAY);
  expect(await read(room, id, 'premium')).toMatchObject({ state: 'expired', own: true, renewable: true });
  await room.pass('premium', 95);
  const { id: renewed } = await renew('premium');
  expect(await read(room, id)).toMatchObject({ state: 'renewed', replacedBy: renewed, name: 'premium' });
  expect(await read(room, renewed)).toMatchObject({
    state: 'valid',
    proof: { sections: 2, exams: [{ title: 'Final', percent: 95 }] },
  });
  expect(await failureOf(renew('premium'))).toBe('CERTIFICATE_CLOSED');
});

interface Extra {
  readonly type: 'lesson' | 'exam';
  readonly exam?: object;
  readonly required?: boolean;
}

/** Adds a section to the course of the room; whether it counts is decided by the database. */
async function addSection(db: Db, courseId: string, { exam, required = true, type }: Extra): Promise<void> {
  await db.pool.query(
    `insert into course_content (course_id, key, title, section_type, exam, required, sort_order)
     values ($1, 'extra', 'Extra', $2, $3, $4, 9)`,
    [courseId, type, exam ? JSON.stringify(exam) : null, required],
  );
}

/** A holder of a certificate of a year whose end is near. */
async function openRenewal(db: Db) {
  const room = await openRoom(db, 12);
  await room.study('premium');
  await room.pass('premium', 70);
  const { certificates } = await mine(room, 'premium');
  room.wait(360 * DAY);
  const renew = (kind: 'course' | 'exam') => {
    const id = certificates.find((each) => each.kind === kind)?.id ?? '';
    return renewCertificate(room.services, room.as('premium'), { id });
  };
  return { ...room, renew };
}

const DRAWS = { draws: [{ id: 'd', bank: 'b', count: 1 }] };

test.for<[string, Extra, boolean]>([
  ['a lesson', { type: 'lesson' }, true],
  ['an optional lesson', { type: 'lesson', required: false }, false],
  ['an exam with questions', { type: 'exam', exam: QUESTION }, true],
  ['an exam drawn from a bank', { type: 'exam', exam: DRAWS }, true],
  ['an optional exam', { type: 'exam', exam: DRAWS, required: false }, false],
  ['an exam without questions', { type: 'exam', exam: { questions: [] } }, false],
])('completion, progress and renewal agree on %s', async ([, section, counts], { db }) => {
  const { as, courseId, pass, renew, services, study } = await openRenewal(db);
  await addSection(db, courseId, section);
  await pass('premium', 90);
  expect((await listMyCourses(services, as('premium')))[0]).toMatchObject({ done: 2, total: counts ? 3 : 2 });
  await study('second');
  await pass('second');
  const { rows } = await db.pool.query(
    "select completed_at is null as open from enrolments e join users u on u.id = e.user_id where u.name = 'second'",
  );
  expect(rows).toEqual([{ open: counts }]);
  if (counts) expect(await failureOf(renew('course'))).toBe('CERTIFICATE_NOT_EARNED');
  else expect(await renew('course')).toEqual({ id: expect.any(String) });
});

test('an exam that is drawn from a bank is passed again for a renewal', async ({ db }) => {
  const { as, pass, renew, services } = await openRenewal(db);
  await db.pool.query('update course_content set exam = $1 where exam is not null', [JSON.stringify(DRAWS)]);
  expect(await failureOf(renew('course'))).toBe('CERTIFICATE_NOT_EARNED');
  expect(await failureOf(renew('exam'))).toBe('CERTIFICATE_NOT_EARNED');
  await pass('premium', 91);
  const { id } = await renew('course');
  const { proof } = await getCertificate(services, as('premium'), { id });
  expect(proof).toEqual({ sections: 2, exams: [{ title: 'Final', percent: 91 }] });
});

test('the certificate of an exam is renewed by that exam, also an optional one, never one that is gone', async ({
  db,
}) => {
  const { pass, renew } = await openRenewal(db);
  await db.pool.query('update course_content set required = false where exam is not null');
  expect(await failureOf(renew('exam'))).toBe('CERTIFICATE_NOT_EARNED');
  await pass('premium', 91);
  await db.pool.query('delete from course_content where exam is not null');
  expect(await failureOf(renew('exam'))).toBe('CERTIFICATE_NOT_EARNED');
});

test('an attempt that passed but does not count earns no certificate of its exam', async ({ db }) => {
  const room = await openRoom(db);
  await room.pass('premium');
  await db.pool.query('delete from certificates');
  await db.pool.query(
    'delete from section_progress where section_id in (select id from course_content where exam is not null)',
  );
  expect(await mine(room, 'premium')).toEqual({ certificates: [], due: [] });
  await room.study('premium');
  expect(await mine(room, 'premium')).toEqual({ certificates: [], due: [] });
});

test('only its holder says whether search engines may list it', async ({ db }) => {
  const room = await openRoom(db);
  const { as, services } = room;
  await room.study('premium');
  await room.pass('premium');
  const id = (await mine(room, 'premium')).certificates[0]?.id ?? '';
  const list = (who: CallerName) => setCertificateListed(services, as(who), { id, listed: true });
  expect(await failureOf(list('admin'))).toBe('CERTIFICATE_NOT_FOUND');
  expect(await list('premium')).toEqual({ listed: true });
  expect(await read(room, id)).toMatchObject({ listed: true });
});

test('when an account goes no certificate keeps its name', async ({ db }) => {
  const room = await openRoom(db);
  await room.study('premium');
  await room.pass('premium');
  const { certificates } = await mine(room, 'premium');
  await db.pool.query("delete from users where name = 'premium'");
  for (const { id } of certificates)
    expect(await read(room, id)).toMatchObject({ name: null, title: expect.any(String), listed: false });
});

test('two devices that finish at one moment get one certificate', async ({ db }) => {
  const room = await openRoom(db);
  await room.pass('premium');
  await Promise.all([room.study('premium'), room.study('premium'), room.study('premium')]);
  expect((await mine(room, 'premium')).certificates).toHaveLength(2);
});

test.for<[Counts, readonly [number, boolean][], number]>([
  [
    'first',
    [
      [70, true],
      [95, true],
    ],
    70,
  ],
  [
    'last',
    [
      [95, true],
      [80, true],
    ],
    80,
  ],
  [
    'last',
    [
      [95, true],
      [30, false],
    ],
    95,
  ],
  [
    'average',
    [
      [50, false],
      [95, true],
    ],
    72,
  ],
])('a certificate shows the result that counts: %s of %j', async ([counts, attempts, percent], { db }) => {
  const room = await openRoom(db);
  await db.pool.query("update course_content set exam = $1 where section_type = 'exam'", [
    JSON.stringify({ ...QUESTION, passMark: 60, settings: { counts } }),
  ]);
  for (const [result, passed] of attempts) await room.pass('free', result, passed);
  await room.pass('free', 0, false);
  await db.pool.query("update exam_attempts set waiting = true where result->>'percent' = '0'");
  await room.study('free');
  await db.pool.query("update profiles set subscription_tier = 'premium' where username = 'free'");
  const { ids } = await claimCertificates(room.services, room.as('free'), { courseId: room.courseId });
  for (const id of ids) expect((await read(room, id)).proof.exams).toEqual([{ title: 'Final', percent }]);
  expect(ids).toHaveLength(2);
});
