import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer } from '#domain/exams/kinds/kind';
import { deliverNotices } from '#server/areas/notifications/deliver-notices';
import { listNotifications } from '#server/areas/notifications/list-notifications';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { openExamRoom } from '#tests/kit/exam-room';
import { failureOf } from '#tests/kit/verbs';
import { sweepAttempts } from '../attempts/sweep-attempts.ts';
import { listWaiting } from '../marking/list-waiting.ts';
import { decideLate } from './decide-late.ts';
import { getLateReview } from './get-late-review.ts';
import { keepLateAnswer } from './keep-late-answer.ts';

const MINUTE = 60_000;
const WRITER = randomUUID();

/** An attempt of ten minutes with one right answer of two; `late` hands over what waited so many minutes. */
async function openLate(db: Db, settings = {}) {
  const room = await openExamRoom(db, { timeLimit: 10, ...settings });
  const { services } = room;
  const { id } = await room.start();
  await room.save(id, 'q-1', 'true');
  return {
    ...room,
    id,
    late: (question: string, answer: Answer, minutes: number, writer = WRITER, who = room.caller) =>
      keepLateAnswer(services, who, { id, question, answer, writer, waited: minutes * MINUTE }),
    review: () => getLateReview(services, room.as('admin'), { attemptId: id }),
    decide: (accept: boolean, ids: readonly string[], who: 'admin' | 'free' = 'admin') =>
      decideLate(services, room.as(who), {
        attemptId: id,
        decisions: ids.map((each) => ({ id: each, accept })),
        reason: 'The train had no signal.',
      }),
  };
}

const rowsOf = async (db: Db) =>
  (await db.pool.query('select question, state from exam_late_answers order by received_at')).rows;

test('what was typed before the deadline and arrives after it waits, counts for nothing, and is kept once', async ({
  db,
}) => {
  const room = await openLate(db);
  expect(await failureOf(room.late('q-2', 'true', 0))).toBe('LATE_NOT_TAKEN');
  room.wait(12 * 60);
  // Nobody graded the attempt so far.
  expect(await room.late('q-2', 'true', 4)).toEqual({ kept: true });
  room.wait(60);
  expect(await room.late('q-2', 'true', 5)).toEqual({ kept: true });
  expect(await room.late('q-2', 'false', 5)).toEqual({ kept: true });
  expect(await rowsOf(db)).toEqual([{ question: 'q-2', state: 'waiting' }]);
  const { answers, result } = await room.read(room.id);
  expect(answers).toEqual({ 'q-1': 'true' });
  expect(result).toMatchObject({ percent: 50, passed: false, endedBy: 'deadline' });
  expect(result?.late).toMatchObject([{ question: 'q-2', state: 'waiting', reason: '' }]);
  const { late } = await listWaiting(room.services, room.as('admin'), {});
  expect(late).toMatchObject([{ attemptId: room.id, exam: 'Final', course: 'Truths', count: 1 }]);
  expect(await room.review()).toMatchObject({
    answers: [{ number: 2, counting: null, late: 'true', state: 'waiting', decider: null }],
  });
});

test('only evidence is kept: of the paper, typed in time by the own clock, within a week, by its candidate', async ({
  db,
}) => {
  const room = await openLate(db);
  room.wait(12 * 60);
  expect(await failureOf(room.late('q-2', 'true', 1))).toBe('LATE_NOT_TAKEN');
  expect(await failureOf(room.late('q-2', 'true', 13))).toBe('LATE_NOT_TAKEN');
  expect(await failureOf(room.late('q-2', 'true', 525_000))).toBe('LATE_NOT_TAKEN');
  for (const question of ['q-3', '__proto__', ''])
    expect(await failureOf(room.late(question, 'true', 4))).toBe('QUESTION_NOT_FOUND');
  for (const answer of ['x'.repeat(4001), { a: 'x'.repeat(4001) }])
    expect(await failureOf(room.late('q-2', answer, 4))).toBe('BAD_INPUT');
  expect(await failureOf(room.late('q-2', 'true', 4, WRITER, room.as('basic')))).toBe('ATTEMPT_NOT_FOUND');
  room.wait(7 * 86_400);
  expect(await failureOf(room.late('q-2', 'true', 7 * 1440 + 4))).toBe('LATE_NOT_TAKEN');
  expect(await rowsOf(db)).toEqual([]);
});

test('what counts already is no evidence, and pages without end fill nothing', async ({ ownDb: db }) => {
  const room = await openLate(db);
  room.wait(12 * 60);
  expect(await room.late('q-1', 'true', 4)).toEqual({ kept: false });
  const pages = Array.from({ length: 4 }, () => failureOf(room.late('q-2', 'true', 4, randomUUID())));
  const answered = await Promise.all(pages);
  expect(answered.filter((each) => each === 'LATE_NOT_TAKEN')).toHaveLength(1);
  expect(await rowsOf(db)).toHaveLength(3);
});

test('an answer of another device that was given later stands', async ({ db }) => {
  const room = await openLate(db);
  room.wait(5 * 60);
  await room.save(room.id, 'q-2', 'false', { writer: randomUUID() });
  room.wait(7 * 60);
  expect(await room.late('q-2', 'true', 8)).toEqual({ kept: false });
  expect(await room.late('q-2', 'true', 3)).toEqual({ kept: true });
});

test('who submitted decided what counts, and who goes forward only has the open question alone', async ({
  db,
}) => {
  const room = await openLate(db, { navigation: 'forward' });
  room.wait(12 * 60);
  expect(await failureOf(room.late('q-2', 'true', 4))).toBe('LATE_NOT_TAKEN');
  expect(await room.late('q-1', 'false', 4)).toEqual({ kept: true });
  const next = await room.start();
  await room.submit(next.id);
  const late = { id: next.id, writer: WRITER, question: 'q-1', answer: 'true', waited: 0 };
  expect(await failureOf(keepLateAnswer(room.services, room.caller, late))).toBe('LATE_NOT_TAKEN');
});

test('an accepted answer counts at once, with its reason in the audit log and in a notice', async ({
  db,
}) => {
  const room = await openLate(db);
  room.wait(10 * 60);
  await sweepAttempts(room.services);
  room.wait(60);
  await room.late('q-2', 'true', 5);
  const { answers } = await room.review();
  const ids = answers.map(({ id }) => id);
  expect(await failureOf(room.decide(true, ids, 'free'))).toBe('ADMINISTRATOR_REQUIRED');
  expect(await room.decide(true, ids)).toMatchObject({
    answers: [{ state: 'accepted', counting: 'true', decider: expect.any(String) }],
  });
  const { answers: counting, result } = await room.read(room.id);
  expect(counting).toEqual({ 'q-1': 'true', 'q-2': 'true' });
  expect(result).toMatchObject({ percent: 100, passed: true });
  expect(result?.late).toMatchObject([{ state: 'accepted', reason: 'The train had no signal.' }]);
  const { rows } = await db.pool.query(
    "select action, after from audit_log where action in ('exam.accept-late', 'exam.correct') order by id",
  );
  expect(rows).toMatchObject([
    { action: 'exam.accept-late', after: { question: 'q-2', reason: 'The train had no signal.' } },
    { action: 'exam.correct', after: { percent: 100, passed: true } },
  ]);
  await deliverNotices(room.services);
  const { items } = await listNotifications(room.services, room.caller, {});
  expect(items.map(({ kind, props }) => [kind, props])).toContainEqual([
    'exam-late',
    expect.objectContaining({ accepted: '1', count: '1', reason: 'The train had no signal.' }),
  ]);
  expect(items.some(({ kind }) => kind === 'exam-corrected')).toBe(false);
});

test('a declined answer changes nothing but is told; of two markers one decides', async ({ ownDb: db }) => {
  const room = await openLate(db);
  room.wait(12 * 60);
  await room.late('q-2', 'true', 4);
  const ids = (await room.review()).answers.map(({ id }) => id);
  const both = await Promise.all([failureOf(room.decide(false, ids)), failureOf(room.decide(false, ids))]);
  expect(both.filter((each) => each === 'VERSION_CONFLICT')).toHaveLength(1);
  expect(await failureOf(room.decide(true, ids))).toBe('VERSION_CONFLICT');
  expect(await failureOf(room.decide(true, [randomUUID()]))).toBe('VERSION_CONFLICT');
  const { result } = await room.read(room.id);
  expect(result).toMatchObject({ percent: 50, late: [{ state: 'declined' }] });
  await deliverNotices(room.services);
  const { items } = await listNotifications(room.services, room.caller, {});
  expect(items.filter(({ kind }) => kind === 'exam-late')).toMatchObject([
    { props: { accepted: '0', count: '1' } },
  ]);
  expect((await listWaiting(room.services, room.as('admin'), {})).late).toEqual([]);
});
