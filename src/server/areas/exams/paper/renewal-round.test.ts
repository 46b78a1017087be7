import { expect } from 'vitest';
import type { ExamSettings } from '#domain/exams/exam-settings';
import { listMyCertificates } from '#server/areas/certificates/list-my-certificates';
import { renewCertificate } from '#server/areas/certificates/renew-certificate';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';
import { failureOf } from '#tests/kit/verbs';

const DAY = 24 * 3600;
const YEAR = 12;

type Room = Awaited<ReturnType<typeof openExamRoom>>;

/** Takes an exam of two statements and answers so many of them rightly. */
async function takenAs(room: Room, right: number) {
  const { id } = await room.start();
  for (const question of ['q-1', 'q-2'].slice(0, right)) await room.save(id, question, 'true');
  await room.submit(id);
  return id;
}

/** The number of that attempt. */
const take = async (room: Room, right: number) => (await room.read(await takenAs(room, right))).number;

/** An exam whose certificates hold for a year, and one who may have them. */
async function openYear(db: Db, settings: Partial<ExamSettings>) {
  const room = await openExamRoom(db, settings);
  await db.pool.query('update courses set certificate_months = $1 where id = $2', [YEAR, room.courseId]);
  await db.pool.query(
    `update profiles set subscription_tier = 'premium' where id in (select user_id from enrolments where course_id = $1)`,
    [room.courseId],
  );
  const held = async (kind: 'course' | 'exam') => {
    const { certificates } = await listMyCertificates(room.services, room.caller);
    return certificates.find((each) => each.kind === kind)?.id ?? '';
  };
  const renew = async (kind: 'course' | 'exam') =>
    failureOf(renewCertificate(room.services, room.caller, { id: await held(kind) }));
  return { ...room, renew };
}

test('an exam that was passed at the last attempt is taken again for a renewal, and counts anew', async ({
  db,
}) => {
  const room = await openYear(db, { attempts: 3, wait: 60 });
  for (const right of [0, 0, 2]) {
    room.wait(3600);
    await take(room, right);
  }
  room.wait(300 * DAY);
  expect(await failureOf(room.start())).toBe('EXAM_NOT_OPEN');
  expect(await room.overview()).toMatchObject({
    mayStart: 'none-left',
    attemptsTaken: 3,
    countsSince: null,
    counted: { percent: 100 },
  });
  room.wait(10 * DAY);
  expect(await room.overview()).toMatchObject({
    mayStart: 'yes',
    attemptsTaken: 0,
    countsSince: expect.any(String),
    counted: null,
    attempts: [{}, {}, {}],
  });
  expect(await take(room, 0)).toBe(4);
  expect(await failureOf(room.start())).toBe('EXAM_NOT_OPEN');
  expect(await room.overview()).toMatchObject({ mayStart: 'wait', attemptsTaken: 1 });
  room.wait(3600);
  expect(await take(room, 2)).toBe(5);
  for (const kind of ['course', 'exam'] as const)
    expect(await room.renew(kind)).toEqual({ id: expect.any(String) });
  room.wait(3600);
  await take(room, 0);
  room.wait(3600);
  expect(await room.overview()).toMatchObject({ mayStart: 'none-left', attemptsTaken: 3 });
});

test.for<['first' | 'last', readonly number[], boolean]>([
  ['first', [2, 0], true],
  ['first', [0, 2], false],
  ['last', [0, 2], true],
])(
  'for a renewal the %s attempt since its certificate counts: %j',
  async ([counts, rights, renewed], { db }) => {
    const room = await openYear(db, { counts });
    await take(room, 2);
    room.wait(310 * DAY);
    for (const right of rights) await take(room, right);
    expect((await room.overview()).counted?.passed).toBe(renewed);
    expect(await room.renew('exam')).toEqual(renewed ? { id: expect.any(String) } : 'CERTIFICATE_NOT_EARNED');
  },
);

test('who holds nothing that can be renewed stays limited', async ({ db }) => {
  const room = await openYear(db, { attempts: 1 });
  await take(room, 0);
  room.wait(1000 * DAY);
  expect(await room.overview()).toMatchObject({ mayStart: 'none-left', attemptsTaken: 1 });
});

test('a certificate that was revoked begins nothing', async ({ db }) => {
  const room = await openYear(db, { attempts: 1 });
  await take(room, 2);
  await db.pool.query("update certificates set revoked_at = now(), revoked_reason = 'Copied'");
  room.wait(360 * DAY);
  expect(await failureOf(room.start())).toBe('EXAM_NOT_OPEN');
});

test('keys that are shown after passing stay hidden in a renewal until it is passed', async ({ db }) => {
  const room = await openYear(db, { feedback: 'after-passing' });
  const reviewOf = async (id: string) => (await room.read(id)).result?.review ?? null;
  const passed = await takenAs(room, 2);
  expect(await reviewOf(passed)).not.toBeNull();
  room.wait(310 * DAY);
  const failed = await takenAs(room, 0);
  expect(await reviewOf(failed)).toBeNull();
  expect(await reviewOf(passed)).not.toBeNull();
  await takenAs(room, 2);
  expect(await reviewOf(failed)).not.toBeNull();
});
