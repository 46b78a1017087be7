import { expect } from 'vitest';
import { listMyCourses } from '#server/areas/learning/list-my-courses';
import type { Db } from '#server/db/client';
import type { CallerName } from '#tests/attack/kit/school';
import { mine, openRoom, QUESTION, read } from '#tests/kit/certificate-room';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { getCertificate } from './get-certificate.ts';
import { reissueCertificate } from './reissue-certificate.ts';
import { renewCertificate } from './renew-certificate.ts';
import { revokeCertificate } from './revoke-certificate.ts';
import { selectExamCertificates, selectRevokedPlaces } from './sql.ts';

const DAY = 24 * 3600;

test('one that ends is renewed when every exam was passed again', async ({ db }) => {
  const room = await openRoom(db, 12);
  const { as, services, wait } = room;
  await room.study('premium');
  await room.pass('premium', 70);
  const id = (await mine(room, 'premium')).certificates.find(({ kind }) => kind === 'course')?.id ?? '';
  const renew = (who: CallerName) => renewCertificate(services, as(who), { id });
  expect(await failureOf(renew('premium'))).toBe('RENEWAL_TOO_EARLY');
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
  return { ...room, certificates, renew };
}

/** A certificate of a course that was renewed twice, and the last one of the three. */
async function openRenewedTwice(db: Db) {
  const room = await openRenewal(db);
  const first = room.certificates.find(({ kind }) => kind === 'course')?.id ?? '';
  const renew = async (id: string) => {
    await room.pass('premium', 90);
    return (await renewCertificate(room.services, room.as('premium'), { id })).id;
  };
  const second = await renew(first);
  room.wait(360 * DAY);
  const last = await renew(second);
  const revoked = () => selectRevokedPlaces(db.kysely, { from: 0, to: 1_000_000 });
  return { ...room, admin: room.as('admin'), earlier: [first, second], last, revoked };
}

test('with a certificate those that it renewed are revoked', async ({ db }) => {
  const room = await openRenewedTwice(db);
  const { admin, earlier, last, revoked, services } = room;
  expect(await revoked()).toEqual([]);
  await revokeCertificate(services, admin, { id: last, reason: 'Copied' });
  for (const id of [...earlier, last])
    expect(await read(room, id)).toMatchObject({ state: 'revoked', revokedReason: 'Copied', listed: false });
  expect(await revoked()).toHaveLength(3);
  const { rows } = await db.pool.query("select after from audit_log where action = 'certificate.revoke'");
  expect(rows).toEqual([{ after: { reason: 'Copied', renewed: expect.arrayContaining(earlier) } }]);
  // Revoked by mistake: it comes back alone, and of the old ones none tells a name.
  const { id: anew } = await reissueCertificate(services, admin, { id: last });
  expect(await read(room, anew)).toMatchObject({ state: 'valid', name: 'premium' });
  for (const id of [...earlier, last])
    expect(await read(room, id)).toMatchObject({ state: 'revoked', name: null });
});

test('with a certificate those that it renewed lose an old name, and rounds of exams stay as they are', async ({
  db,
}) => {
  const room = await openRenewedTwice(db);
  const { admin, earlier, last, revoked, services } = room;
  const { rows } = await db.pool.query(
    "select a.user_id, a.section_id from exam_attempts a join users u on u.id = a.user_id where u.name = 'premium' limit 1",
  );
  const renewals = async () => {
    const { section_id: sectionId, user_id: userId } = rows[0];
    const held = await selectExamCertificates(db.kysely, { sectionId, userId });
    return held.filter(({ replacedFor }) => replacedFor === 'renewal').length;
  };
  expect(await renewals()).toBe(2);
  await db.pool.query("update users set name = 'Grace' where name = 'premium'");
  const { id: anew } = await reissueCertificate(services, admin, { id: last });
  for (const id of [...earlier, last])
    expect(await read(room, id)).toMatchObject({ state: 'reissued', name: null });
  expect(await read(room, anew)).toMatchObject({ state: 'valid', name: 'Grace' });
  expect(await revoked()).toHaveLength(3);
  expect(await renewals()).toBe(2);
});

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

test.for<['best' | 'first' | 'last' | 'average', readonly number[], boolean]>([
  ['best', [10, 80], true],
  ['first', [10, 80], false],
  ['first', [80, 10], true],
  ['last', [80, 10], true],
  ['average', [10, 80], false],
  ['average', [80, 50], true],
])(
  'a renewal asks for what a first certificate asks for: %s of %j',
  async ([counts, percents, renewed], { db }) => {
    const { pass, renew } = await openRenewal(db);
    await db.pool.query("update course_content set exam = $1 where section_type = 'exam'", [
      JSON.stringify({ ...QUESTION, passMark: 60, settings: { counts } }),
    ]);
    for (const percent of percents) await pass('premium', percent, percent >= 60);
    for (const kind of ['course', 'exam'] as const) {
      if (renewed) expect(await renew(kind)).toEqual({ id: expect.any(String) });
      else expect(await failureOf(renew(kind))).toBe('CERTIFICATE_NOT_EARNED');
    }
  },
);
