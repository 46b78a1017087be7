import { expect, vi } from 'vitest';
import type { ExamSettings } from '#domain/exams/exam-settings';
import { getProgress } from '#server/areas/learning/get-progress';
import { START } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';
import { failureOf } from '#tests/kit/verbs';
import { listAccommodations } from './accommodations/list-accommodations.ts';
import { removeAccommodation } from './accommodations/remove-accommodation.ts';
import { saveAccommodation } from './accommodations/save-accommodation.ts';
import { goForward } from './attempts/go-forward.ts';
import { startAttempt } from './attempts/start-attempt.ts';

type Room = Awaited<ReturnType<typeof openExamRoom>>;

/** Takes the exam with so many of its two statements answered rightly. */
async function take(room: Room, right: number): Promise<void> {
  const { id } = await room.start();
  for (const question of ['q-1', 'q-2'].slice(0, right)) await room.save(id, question, 'true');
  await room.submit(id);
}

test.for<[ExamSettings['counts'], number, boolean]>([
  ['best', 100, true],
  ['first', 50, false],
  ['last', 0, false],
  ['average', 50, false],
])(
  'where the %s attempt counts, 50, 100 and 0 percent come to %d',
  async ([counts, percent, passed], { db }) => {
    const room = await openExamRoom(db, { counts });
    for (const right of [1, 2, 0]) await take(room, right);
    expect((await room.overview()).counted).toEqual({ percent, passed });
    const { done } = await getProgress(room.services, room.caller, { courseId: room.courseId });
    // What the attempts came to was passed after the second one; what was reached then is not taken back.
    expect(done).toBe(counts === 'first' ? 0 : 1);
  },
);

test('keys that are shown to who has passed wait until what counts is passed', async ({ db }) => {
  const room = await openExamRoom(db, { counts: 'average', feedback: 'after-passing' });
  await take(room, 0);
  const { id } = await room.start();
  for (const question of ['q-1', 'q-2']) await room.save(id, question, 'true');
  expect((await room.submit(id)).result).toMatchObject({ passed: true, review: null });
  await take(room, 2);
  expect((await room.read(id)).result?.review).toHaveLength(2);
});

test('keys that are shown after the closing are shown then, and not to who has more time', async ({ db }) => {
  const at = (hours: number) => new Date(START.getTime() + hours * 3_600_000).toISOString();
  const room = await openExamRoom(db, { feedback: 'after-closing', closesAt: at(1) });
  const { id } = await room.start();
  await room.submit(id);
  const hidden = (hours: number) => ({ review: null, feedback: { rule: 'after-closing', at: at(hours) } });
  expect((await room.read(id)).result).toMatchObject(hidden(1));
  await grant(room, { closesAt: at(3) });
  room.wait(7200);
  expect((await room.read(id)).result).toMatchObject(hidden(3));
  room.wait(7200);
  expect((await room.read(id)).result?.review).toHaveLength(2);
});

test('keys wait while the exam is open again, and follow its rule where it never closes', async ({ db }) => {
  const at = (hours: number) => new Date(START.getTime() + hours * 3_600_000).toISOString();
  const room = await openExamRoom(db, { feedback: 'after-closing', closesAt: at(1) });
  const change = (settings: Partial<ExamSettings>) =>
    db.pool.query(
      "update course_content set exam = jsonb_set(exam, '{settings}', exam->'settings' || $1) where id = $2",
      [JSON.stringify(settings), room.sectionId],
    );
  const { id } = await room.start();
  await room.submit(id);
  await change({ closesAt: at(5) });
  room.wait(7200);
  // A date that is granted and earlier shortens nothing.
  await grant(room, { closesAt: at(1) });
  expect((await room.read(id)).result).toMatchObject({
    review: null,
    feedback: { rule: 'after-closing', at: at(5) },
  });
  expect(await room.overview()).toMatchObject({ mayStart: 'yes', closesAt: at(5) });
  await change({ closesAt: null });
  expect((await room.read(id)).result).toMatchObject({ review: null, feedback: { at: null } });
  await change({ feedback: 'after-passing' });
  expect((await room.read(id)).result).toMatchObject({ review: null, feedback: { rule: 'after-passing' } });
  await change({ feedback: 'after-attempt' });
  expect((await room.read(id)).result?.review).toHaveLength(2);
  await change({ feedback: 'after-closing', closesAt: at(1) });
  expect((await room.read(id)).result?.review).toHaveLength(2);
});

test('forward only: one question at a time is sent and answered, and none comes back', async ({ db }) => {
  const room = await openExamRoom(db, { navigation: 'forward', shuffle: true }, 3);
  const first = await room.start();
  expect(first.forward).toEqual({ place: 1, total: 3 });
  expect(first.questions).toHaveLength(1);
  const [one] = first.questions.map(({ id }) => id);
  const [other] = ['q-1', 'q-2', 'q-3'].filter((id) => id !== one);
  await room.save(first.id, one ?? '', 'true');
  expect(await failureOf(room.save(first.id, other ?? '', 'true'))).toBe('QUESTION_PASSED');
  const go = (question: string) => goForward(room.services, room.caller, { id: first.id, question });
  const [second, twice] = [await go(one ?? ''), await go(one ?? '')];
  expect(twice.questions).toEqual(second.questions);
  expect(second).toMatchObject({ forward: { place: 2 }, answers: {} });
  expect(JSON.stringify(await room.read(first.id))).not.toContain(one);
  expect(await failureOf(room.save(first.id, one ?? '', 'false'))).toBe('QUESTION_PASSED');
  const third = await go(second.questions[0]?.id ?? '');
  const last = await go(third.questions[0]?.id ?? '');
  expect(last).toMatchObject({ forward: { place: 3, total: 3 } });
  const { answers, forward, questions } = await room.submit(first.id);
  expect([forward, questions.length, answers]).toEqual([null, 3, { [one ?? '']: 'true' }]);
  expect(await failureOf(go(one ?? ''))).toBe('ATTEMPT_CLOSED');
});

const NOTHING = { extraPercent: 0, extraMinutes: 0, extraAttempts: 0, opensAt: null, closesAt: null };

function grant(
  room: Room,
  given: Partial<typeof NOTHING> | object,
  sectionId: string | null = room.sectionId,
) {
  const { viewer } = room.caller;
  const userId = viewer.kind === 'member' ? viewer.userId : '';
  const form = { ...NOTHING, ...given, sectionId, reason: 'Certificate of the doctor', userId };
  return saveAccommodation(room.services, room.as('admin'), form);
}

test('a change that began with what is not granted any more is refused with what is', async ({ db }) => {
  const room = await openExamRoom(db, { timeLimit: 60 });
  const base = {
    ...NOTHING,
    sectionId: room.sectionId,
    reason: 'Certificate of the doctor',
    extraPercent: 50,
  };
  const opensAt = '2030-05-02T10:00:00+02:00';
  await grant(room, { extraPercent: 50, opensAt });
  await expect(grant(room, { extraPercent: 60, base })).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current: { extraPercent: 50, opensAt: '2030-05-02T08:00:00.000Z', exam: 'Final' } },
  });
  const { items } = await grant(room, { extraPercent: 60, opensAt, base: { ...base, opensAt } });
  expect(items).toMatchObject([{ extraPercent: 60, opensAt: '2030-05-02T08:00:00.000Z' }]);
});

test('what is granted first is not replaced by somebody who saw nothing granted', async ({ db }) => {
  const room = await openExamRoom(db, { timeLimit: 60 });
  await grant(room, { extraPercent: 50 });
  await expect(grant(room, { extraMinutes: 5 })).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current: { extraPercent: 50, extraMinutes: 0, exam: 'Final' } },
  });
  // The same at every exam is another grant.
  const { items } = await grant(room, { extraMinutes: 5 }, null);
  expect(items.map(({ extraPercent }) => extraPercent)).toEqual([50, 0]);
  const at = await Promise.allSettled([2, 3].map((count) => grant(room, { extraAttempts: count }, null)));
  expect(at.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('what was removed meanwhile is not granted again by a change to it', async ({ db }) => {
  const room = await openExamRoom(db, { timeLimit: 60 });
  const { items } = await grant(room, { extraPercent: 50 });
  const [{ grantedAt: _, id = '', ...base } = { grantedAt: '' }] = items;
  const { viewer } = room.caller;
  const userId = viewer.kind === 'member' ? viewer.userId : '';
  await removeAccommodation(room.services, room.as('admin'), { userId, id });
  await expect(grant(room, { extraPercent: 60, base })).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    data: { current: null },
  });
  expect((await room.overview()).granted).toEqual([]);
  expect((await grant(room, { extraPercent: 60 })).items).toMatchObject([{ extraPercent: 60 }]);
});

test('what is granted holds at the exam and in an attempt that is open, is shown with its reason, and can be taken back', async ({
  db,
}) => {
  const room = await openExamRoom(db, { timeLimit: 60, attempts: 1 });
  const before = await room.start();
  const { items } = await grant(room, { extraPercent: 50, extraAttempts: 1 });
  const later = await room.read(before.id);
  expect(Date.parse(later.deadlineAt ?? '') - Date.parse(before.deadlineAt ?? '')).toBe(30 * 60_000);
  room.wait(75 * 60);
  expect(await room.save(before.id, 'q-1', 'true')).toMatchObject({ counts: true });
  await room.submit(before.id);
  expect(await room.overview()).toMatchObject({
    timeLimit: 90,
    attemptsAllowed: 2,
    mayStart: 'yes',
    granted: [{ extraPercent: 50, reason: 'Certificate of the doctor' }],
  });
  const [{ id = '' } = {}] = items;
  const { viewer } = room.caller;
  const userId = viewer.kind === 'member' ? viewer.userId : '';
  await removeAccommodation(room.services, room.as('admin'), { userId, id });
  expect(await room.overview()).toMatchObject({ timeLimit: 60, mayStart: 'none-left', granted: [] });
  const { rows } = await db.pool.query(
    "select action from audit_log where action like 'exam.acc%' order by id",
  );
  expect(rows.map(({ action }) => action)).toEqual(['exam.accommodate', 'exam.accommodation-end']);
});

test('what is granted at every exam and at one adds no stricter rule, and nobody else gains', async ({
  db,
}) => {
  const opensAt = new Date(START.getTime() + 86_400_000).toISOString();
  const room = await openExamRoom(db, { timeLimit: 60, opensAt });
  expect(await failureOf(room.start())).toBe('EXAM_NOT_OPEN');
  await grant(room, { extraMinutes: 10 }, null);
  await grant(room, { opensAt: new Date(START.getTime() - 1000).toISOString() });
  const { deadlineAt, startedAt } = await room.start();
  expect(Date.parse(deadlineAt ?? '') - Date.parse(startedAt)).toBe(70 * 60_000);
  const other = room.as('basic');
  if (other.viewer.kind !== 'member') throw new Error('nobody');
  const list = await listAccommodations(room.services, room.as('admin'), { userId: other.viewer.userId });
  expect(list.items).toEqual([]);
  expect(await failureOf(listAccommodations(room.services, other, { userId: other.viewer.userId }))).toBe(
    'ADMINISTRATOR_REQUIRED',
  );
});

test('what is granted while an attempt begins holds in it', async ({ ownDb: { pool }, ownDb }) => {
  const room = await openExamRoom(ownDb, { timeLimit: 60 });
  const { rows } = await pool.query(
    `insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select course_id, 'second', 'Second', 'exam', exam, 2 from course_content where id = $1 returning id`,
    [room.sectionId],
  );
  const open = await room.start();
  const waits = (count: number) =>
    vi.waitFor(async () => {
      const { rowCount } = await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(rowCount).toBe(count);
    }, 20_000);
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select from exam_attempts where id = $1 for update', [open.id]);
  // It has looked for attempts, and waits for the one that is held.
  const granting = grant(room, { extraPercent: 50 }, null);
  await waits(1);
  const starting = startAttempt(room.services, room.caller, { sectionId: rows[0].id });
  await Promise.race([starting, waits(2)]);
  await client.query('commit');
  client.release();
  await granting;
  const { deadlineAt, startedAt } = await starting;
  expect(Date.parse(deadlineAt ?? '') - Date.parse(startedAt)).toBe(90 * 60_000);
});
