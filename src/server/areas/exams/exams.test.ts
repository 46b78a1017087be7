import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { DEFAULT_SETTINGS, type ExamSettings } from '#domain/exams/exam-settings';
import { choiceId } from '#domain/exams/kinds/choice-id';
import { enrol } from '#server/areas/learning/enrol';
import { getProgress } from '#server/areas/learning/get-progress';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { getAttempt } from './attempts/get-attempt.ts';
import { saveAnswer } from './attempts/save-answer.ts';
import { startAttempt } from './attempts/start-attempt.ts';
import { submitAttempt } from './attempts/submit-attempt.ts';
import { sweepAttempts } from './attempts/sweep-attempts.ts';
import { getExam } from './paper/get-exam.ts';

const asked = { prompt: 'What is *it*?', points: 41, explanation: 'canaryexplanation' };
const questions = [
  {
    ...asked,
    id: 'q-one',
    kind: 'single',
    options: [
      { text: 'right', correct: true },
      { text: 'wrong', correct: false },
    ],
  },
  { ...asked, id: 'q-two', kind: 'text', answers: ['canaryform'], caseSensitive: false },
];
const RIGHT = choiceId('q-one', 'right');
const WRONG = choiceId('q-one', 'wrong');

/** A course with an exam, and one who studies it; `wait` moves the clock. */
async function openExam(db: Db, settings: Partial<ExamSettings> = {}) {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const caller = verbs.as('free');
  const { rows } = await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
       values ('Queues', 'Q', 'queues', '/q.svg', 'free') returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, 'final', 'Final', 'exam', $1::jsonb, 1 from made returning id, course_id`,
    [
      JSON.stringify({
        intro: 'Begin.',
        passMark: 50,
        questions,
        settings: { ...DEFAULT_SETTINGS, wait: 0, ...settings },
      }),
    ],
  );
  const { course_id: courseId, id: sectionId } = rows[0];
  await enrol(services, caller, { courseId });
  const writer = randomUUID();
  return {
    ...verbs,
    caller,
    courseId,
    sectionId,
    start: () => startAttempt(services, caller, { sectionId }),
    save: (id: string, seq: number, answer: string, question = 'q-one', from = writer) =>
      saveAnswer(services, caller, { id, seq, answer, question, writer: from }),
    submit: (id: string) => submitAttempt(services, caller, { id }),
    read: (id: string) => getAttempt(services, caller, { id }),
    overview: () => getExam(services, caller, { slug: 'queues', key: 'final' }),
  };
}

test('an attempt goes from start to result, and passing is told to the course', async ({ db }) => {
  const room = await openExam(db);
  expect(await room.overview()).toMatchObject({ questions: 2, passMark: 50, mayStart: 'yes', attempts: [] });
  const { id, questions: paper } = await room.start();
  expect(paper[0]?.html).toContain('<em>it</em>');
  await room.save(id, 1, WRONG);
  await room.save(id, 2, RIGHT);
  expect((await room.read(id)).answers).toEqual({ 'q-one': RIGHT });
  const { result } = await room.submit(id);
  expect(result).toMatchObject({ percent: 50, passed: true, endedBy: 'candidate' });
  expect(result?.review?.[0]).toMatchObject({ id: 'q-one', points: 41, key: RIGHT });
  const progress = await getProgress(room.services, room.caller, { courseId: room.courseId });
  expect(progress).toMatchObject({ done: 1, total: 1, completedAt: expect.any(String) });
});

test('nothing of the key is in any reply before the policy allows it', async ({ db }) => {
  const room = await openExam(db);
  const started = await room.start();
  await room.save(started.id, 1, WRONG);
  const failed = await room.submit(started.id);
  expect(failed.result).toMatchObject({ passed: false, review: null });
  const replies = JSON.stringify([started, failed, await room.read(started.id), await room.overview()]);
  for (const secret of ['canaryexplanation', 'canaryform', '"correct"', '"explanation'])
    expect(replies.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[^"]*/g, '')).not.toContain(secret);
  const second = await room.start();
  await room.save(second.id, 1, RIGHT);
  await room.submit(second.id);
  expect(JSON.stringify(await room.read(started.id))).toContain('canaryexplanation');
});

test('what was saved twice is kept once, and what comes late from one page never beats what it gave later', async ({
  db,
}) => {
  const room = await openExam(db);
  const { id } = await room.start();
  await room.save(id, 2, RIGHT);
  await room.save(id, 2, RIGHT);
  await room.save(id, 1, WRONG);
  expect((await room.read(id)).answers).toEqual({ 'q-one': RIGHT });
  await room.save(id, 1, WRONG, 'q-one', randomUUID());
  expect((await room.read(id)).answers).toEqual({ 'q-one': WRONG });
  const { rows } = await db.pool.query('select 1 from exam_answers');
  expect(rows).toHaveLength(3);
});

test('whoever hands in twice, or writes after handing in in another tab, gets one result and a 409', async ({
  db,
}) => {
  const room = await openExam(db);
  const { id } = await room.start();
  expect((await room.start()).id).toBe(id);
  await room.save(id, 1, RIGHT);
  const first = await room.submit(id);
  expect(await failureOf(room.save(id, 2, WRONG))).toBe('ATTEMPT_CLOSED');
  expect((await room.submit(id)).result).toEqual(first.result);
  const { rows } = await db.pool.query("select 1 from audit_log where action = 'exam.submit'");
  expect(rows).toHaveLength(1);
});

test('at the deadline the last saved answers are graded although the browser is gone', async ({ db }) => {
  const room = await openExam(db, { timeLimit: 10 });
  const { deadlineAt, id } = await room.start();
  await room.save(id, 1, RIGHT);
  room.wait(601);
  expect(await failureOf(room.save(id, 2, WRONG))).toBe('ATTEMPT_CLOSED');
  expect(await sweepAttempts(room.services)).toBe(1);
  expect(await sweepAttempts(room.services)).toBe(0);
  const { result } = await room.read(id);
  expect(result).toMatchObject({ passed: true, endedBy: 'deadline', submittedAt: deadlineAt });
});

test('an attempt that nobody answered has a result and does not lock its candidate out', async ({ db }) => {
  const room = await openExam(db, { timeLimit: 10, attempts: 2, wait: 5 });
  const { id } = await room.start();
  room.wait(3600);
  const second = await room.start();
  expect(second.number).toBe(2);
  expect((await room.read(id)).result).toMatchObject({ percent: 0, passed: false, endedBy: 'deadline' });
  await room.submit(second.id);
  expect(await failureOf(room.start())).toBe('EXAM_NOT_OPEN');
  expect(await room.overview()).toMatchObject({ mayStart: 'none-left' });
});

test('of one attempt that is left nobody makes two: not by many starts at one moment, nor by starts among submissions', async ({
  ownDb,
}) => {
  const room = await openExam(ownDb, { attempts: 1 });
  const starts = (count: number) => Array.from({ length: count }, () => failureOf(room.start()));
  const begun = (await Promise.all(starts(8))) as { id: string }[];
  const [{ id } = { id: '' }] = begun;
  expect(begun).toEqual(begun.map(() => expect.objectContaining({ id })));
  const submissions = [1, 2, 3].map(() => failureOf(room.submit(id)));
  await Promise.all([...starts(4), ...submissions, ...starts(4)]);
  expect(await failureOf(room.start())).toBe('EXAM_NOT_OPEN');
  const { rows } = await ownDb.pool.query('select number from exam_attempts');
  expect(rows).toEqual([{ number: 1 }]);
});

test('an attempt stays with the questions it began with', async ({ db }) => {
  const room = await openExam(db);
  const { id } = await room.start();
  await room.save(id, 1, RIGHT);
  await db.pool.query(`update course_content set exam = jsonb_set(exam, '{questions}', '[]')`);
  expect((await room.read(id)).questions).toHaveLength(2);
  expect((await room.submit(id)).result?.passed).toBe(true);
});

test('somebody else finds no attempt, and who is not enrolled begins none', async ({ db }) => {
  const room = await openExam(db);
  const { id } = await room.start();
  const other = room.as('basic');
  expect(await failureOf(getAttempt(room.services, other, { id }))).toBe('ATTEMPT_NOT_FOUND');
  expect(await failureOf(submitAttempt(room.services, other, { id }))).toBe('ATTEMPT_NOT_FOUND');
  const given = { id, writer: randomUUID(), seq: 1, question: 'q-one', answer: RIGHT };
  expect(await failureOf(saveAnswer(room.services, other, given))).toBe('ATTEMPT_NOT_FOUND');
  expect(await failureOf(startAttempt(room.services, other, { sectionId: room.sectionId }))).toBe(
    'NOT_ENROLLED',
  );
});

test('whatever two tabs, the deadline and the sweep do, and in whatever order: one result, of what was acknowledged', async ({
  ownDb,
}) => {
  const room = await openExam(ownDb, { timeLimit: 10 });
  const tabs = [randomUUID(), randomUUID()] as const;
  const step = fc.oneof(
    fc.record({ kind: fc.constant('save' as const), tab: fc.nat(1), right: fc.boolean() }),
    fc.constantFrom({ kind: 'submit' as const }, { kind: 'expire' as const }, { kind: 'start' as const }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 8 }),
      fc.boolean(),
      async (steps, together) => {
        await ownDb.pool.query('delete from exam_attempts');
        const { id } = await room.start();
        const acknowledged: string[] = [];
        const runs = steps.map((each, index) => async () => {
          if (each.kind === 'submit') return room.submit(id);
          if (each.kind === 'start') return room.start();
          if (each.kind === 'expire') {
            room.wait(200);
            return sweepAttempts(room.services);
          }
          const answer = each.right ? RIGHT : WRONG;
          const saved = await failureOf(
            room.save(id, index + 1, answer, 'q-one', tabs[each.tab === 0 ? 0 : 1]),
          );
          if (saved !== 'ATTEMPT_CLOSED') acknowledged.push(answer);
          return saved;
        });
        if (together) await Promise.all(runs.map((run) => run()));
        else for (const run of runs) await run();
        const first = await room.submit(id);
        expect(await failureOf(room.save(id, 99, RIGHT))).toBe('ATTEMPT_CLOSED');
        expect((await room.submit(id)).result).toEqual(first.result);
        if (!together) expect(first.answers['q-one']).toBe(acknowledged.at(-1));
        const kept = await ownDb.pool.query(
          'select count(*)::int as n from exam_answers where attempt_id = $1',
          [id],
        );
        expect(kept.rows[0].n).toBe(acknowledged.length);
        const open = await ownDb.pool.query('select 1 from exam_attempts where submitted_at is null');
        expect(open.rows.length).toBeLessThanOrEqual(1);
        const results = await ownDb.pool.query(
          "select count(*)::int as n from audit_log where action = 'exam.submit' and entity_id = $1",
          [id],
        );
        expect(results.rows[0].n).toBe(1);
      },
    ),
    { numRuns: process.env.PROVE ? 5000 : 100 },
  );
}, 1_800_000);
