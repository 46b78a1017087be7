import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { choiceId } from '#domain/exams/kinds/choice-id';
import { enrol } from '#server/areas/learning/enrol';
import { getProgress } from '#server/areas/learning/get-progress';
import { leaveCourse } from '#server/areas/learning/leave-course';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { saveAnswer } from '../attempts/save-answer.ts';
import { startAttempt } from '../attempts/start-attempt.ts';
import { submitAttempt } from '../attempts/submit-attempt.ts';
import { previewRegrade } from '../regrade/preview-regrade.ts';
import { updateResults } from '../regrade/update-results.ts';
import { exportGrades } from './export-grades.ts';
import { getStatistics } from './get-statistics.ts';
import { listGrades } from './list-grades.ts';

const head = { points: 1, explanation: '' };
const single = (right: string) => ({
  ...head,
  id: 'one',
  kind: 'single',
  prompt: 'Which?',
  options: ['a', 'b'].map((text) => ({ text, correct: text === right })),
});
const number = { ...head, id: 'two', kind: 'number', prompt: 'How many?', answer: 4, tolerance: 0 };
const examOf = (right: string) =>
  JSON.stringify({ intro: '', passMark: 60, settings: DEFAULT_SETTINGS, questions: [single(right), number] });

/** An exam that three people took: one all right, one half, one nothing. */
async function openTaken(db: Db) {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const { rows } = await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
       values ('Graded', 'G', 'graded', '/g.svg', 'free') returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, 'final', 'Final', 'exam', $1::jsonb, 1 from made returning id, course_id`,
    [examOf('a')],
  );
  const { course_id: courseId, id: sectionId } = rows[0];
  const take = async (who: 'free' | 'basic' | 'premium', choice: string, value: string) => {
    const caller = verbs.as(who);
    await enrol(services, caller, { courseId });
    const { id } = await startAttempt(services, caller, { sectionId });
    const writer = randomUUID();
    verbs.wait(30);
    await saveAnswer(services, caller, {
      id,
      seq: 1,
      question: 'one',
      answer: choiceId('one', choice),
      writer,
    });
    verbs.wait(60);
    await saveAnswer(services, caller, { id, seq: 2, question: 'two', answer: value, writer });
    await submitAttempt(services, caller, { id });
  };
  await take('free', 'a', '4');
  await take('basic', 'b', '4');
  await take('premium', 'b', '9');
  const correctKey = () =>
    db.pool.query('update course_content set exam = $1::jsonb where id = $2', [examOf('b'), sectionId]);
  return { ...verbs, admin: verbs.as('admin'), courseId, correctKey, sectionId };
}

test('the gradebook holds every learner with what the exams came to, also as a CSV file', async ({ db }) => {
  const { admin, courseId, sectionId, services } = await openTaken(db);
  const book = await listGrades(services, admin, { courseId, q: '', page: 'first' });
  expect(book).toMatchObject({
    previous: null,
    next: null,
    exams: [{ sectionId, title: 'Final', passMark: 60 }],
  });
  const results = Object.fromEntries(book.items.map(({ name, results: [result] }) => [name, result]));
  expect(results.free).toMatchObject({ percent: 100, passed: true, attempts: 1, waiting: false });
  expect(results.basic).toMatchObject({ percent: 50, passed: false });
  expect(results.premium).toMatchObject({ percent: 0, passed: false });
  expect((await listGrades(services, admin, { courseId, q: 'basic@', page: 'first' })).items).toHaveLength(1);
  expect((await listGrades(services, admin, { courseId, q: '%', page: 'first' })).items).toEqual([]);
  const file = await exportGrades(services, admin, { courseId }, { resHeaders: new Headers() });
  const [top, ...lines] = (await new Response(file).text()).trim().split('\r\n');
  expect(top).toBe('name,email,enrolled_at,completed_at,done,total,1. Final (%)');
  expect(lines.map((line) => line.split(',').at(-1)).sort()).toEqual(['0', '100', '50']);
});

test('who changed the name stands where the new one belongs, and who left is gone', async ({ db }) => {
  const { admin, as, courseId, services } = await openTaken(db);
  const names = async () =>
    (await listGrades(services, admin, { courseId, q: '', page: 'first' })).items.map(({ name }) => name);
  expect(await names()).toEqual(['basic', 'free', 'premium']);
  await db.pool.query("update users set name = 'Zoe' where name = 'basic'");
  expect(await names()).toEqual(['free', 'premium', 'Zoe']);
  await leaveCourse(services, as('free'), { courseId });
  expect(await names()).toEqual(['premium', 'Zoe']);
  await enrol(services, as('free'), { courseId });
  expect(await names()).toEqual(['free', 'premium', 'Zoe']);
});

test('the file of the gradebook is ordered by name, and says of several attempts what counts', async ({
  db,
}) => {
  const { admin, as, courseId, sectionId, services, wait } = await openTaken(db);
  await enrol(services, admin, { courseId });
  const caller = as('premium');
  const { id } = await startAttempt(services, caller, { sectionId });
  wait(60);
  const given = { id, seq: 1, question: 'two', answer: '4', writer: randomUUID() };
  await saveAnswer(services, caller, given);
  await submitAttempt(services, caller, { id });
  await startAttempt(services, as('basic'), { sectionId });
  const file = await exportGrades(services, admin, { courseId }, { resHeaders: new Headers() });
  const lines = (await new Response(file).text()).trim().split('\r\n').slice(1);
  const [names, results] = [0, -1].map((at) => lines.map((line) => line.split(',').at(at)));
  expect(names).toEqual(['admin', 'basic', 'free', 'premium']);
  expect(results).toEqual(['', '50', '100', '50']);
});

test('statistics tell how each question did, how long it took and what was chosen', async ({ db }) => {
  const { admin, sectionId, services } = await openTaken(db);
  const { questions, ...whole } = await getStatistics(services, admin, { sectionId });
  expect(whole).toMatchObject({ attempts: 3, meanPercent: 50, medianSeconds: 90 });
  expect(whole.passRate).toBeCloseTo(1 / 3);
  const [one, two] = questions;
  expect(one).toMatchObject({ id: 'one', asked: 3, medianSeconds: 30 });
  expect(one?.facility).toBeCloseTo(1 / 3);
  expect(one?.discrimination).toBeCloseTo(0.5);
  expect(one?.choices.toSorted((a, b) => (a.text < b.text ? -1 : 1))).toEqual([
    { text: 'a', correct: true, count: 1, fraction: null },
    { text: 'b', correct: false, count: 2, fraction: null },
  ]);
  expect(two).toMatchObject({ kind: 'number', medianSeconds: 60, choices: [] });
});

test('statistics count the answer that is graded: the last one of a page, whenever it was given', async ({
  db,
}) => {
  const { admin, courseId, sectionId, services, wait } = await openTaken(db);
  await enrol(services, admin, { courseId });
  const { id } = await startAttempt(services, admin, { sectionId });
  wait(90);
  const writer = randomUUID();
  const give = (seq: number, choice: string, waited: number) =>
    saveAnswer(services, admin, {
      id,
      seq,
      waited,
      writer,
      question: 'one',
      answer: choiceId('one', choice),
    });
  await give(1, 'b', 0);
  await give(2, 'a', 60_000);
  const { result } = await submitAttempt(services, admin, { id });
  expect(result?.percent).toBe(50);
  const { questions } = await getStatistics(services, admin, { sectionId });
  const counts = questions[0]?.choices.map(({ count, text }) => [text, count]);
  expect(Object.fromEntries(counts ?? [])).toEqual({ a: 2, b: 2 });
});

test('a corrected question is graded anew: first seen, then carried out, each with its audit row', async ({
  db,
}) => {
  const { admin, as, courseId, correctKey, sectionId, services } = await openTaken(db);
  expect(await previewRegrade(services, admin, { sectionId })).toMatchObject({
    attempts: 3,
    changed: 0,
    corrected: [],
  });
  await correctKey();
  const preview = await previewRegrade(services, admin, { sectionId });
  expect(preview).toMatchObject({
    changed: 3,
    gained: 1,
    lost: 1,
    open: 0,
    regraded: 3,
    unfit: [],
    corrected: [{ prompt: 'Which?', attempts: 3 }],
  });
  const changes = Object.fromEntries(preview.changes.map(({ after, name }) => [name, after]));
  expect(changes).toEqual({
    free: { percent: 50, passed: false },
    basic: { percent: 100, passed: true },
    premium: { percent: 50, passed: false },
  });
  expect(
    (await listGrades(services, admin, { courseId, q: 'basic@', page: 'first' })).items[0]?.results[0]
      ?.percent,
  ).toBe(50);
  const { fingerprint } = preview;
  expect(await failureOf(updateResults(services, admin, { sectionId, fingerprint: 'another' }))).toBe(
    'REGRADE_OUTDATED',
  );
  expect(await updateResults(services, admin, { sectionId, fingerprint })).toEqual({
    changed: 3,
    regraded: 3,
  });
  expect(await failureOf(updateResults(services, admin, { sectionId, fingerprint }))).toBe(
    'REGRADE_OUTDATED',
  );
  expect(await getProgress(services, as('basic'), { courseId })).toMatchObject({
    completedAt: expect.any(String),
  });
  expect(await getProgress(services, as('free'), { courseId })).toMatchObject({
    completedAt: expect.any(String),
  });
  const { rows } = await db.pool.query(
    "select before, after from audit_log where action = 'exam.regrade' and entity = 'exam_attempt'",
  );
  expect(rows).toHaveLength(3);
  expect(rows.map(({ after }) => after.percent).sort()).toEqual([100, 50, 50]);
});

test('none of it is for learners', async ({ db }) => {
  const { as, courseId, sectionId, services } = await openTaken(db);
  const learner = as('free');
  for (const call of [
    listGrades(services, learner, { courseId, q: '', page: 'first' }),
    getStatistics(services, learner, { sectionId }),
    previewRegrade(services, learner, { sectionId }),
    updateResults(services, learner, { sectionId, fingerprint: '' }),
  ])
    expect(await failureOf(call)).toBe('ADMINISTRATOR_REQUIRED');
});

test('a long gradebook is read page by page in both directions, each learner once, whoever comes meanwhile', async ({
  db,
}) => {
  const { admin, courseId, services } = await openTaken(db);
  const join = async (count: number, name: string) =>
    db.pool.query(
      `with people as (insert into users (name, email)
         select $2 || lpad(i::text, 3, '0'), lower(replace($2, ' ', '-')) || i || '@example.org' from generate_series(1, $1::int) i returning id)
       insert into enrolments (user_id, course_id) select id, $3 from people`,
      [count, name, courseId],
    );
  await join(120, 'Same Name');
  const read = (place: { after?: string; before?: string; page?: 'last' }) =>
    listGrades(services, admin, { courseId, q: '', page: 'first', ...place });
  const first = await read({});
  await join(1, 'Aaron');
  const second = await read({ after: first.next ?? '' });
  const third = await read({ after: second.next ?? '' });
  const forward = [first, second, third].flatMap(({ items }) => items.map(({ userId }) => userId));
  expect([first.previous, third.next]).toEqual([null, null]);
  expect(forward).toHaveLength(123);
  expect(new Set(forward).size).toBe(123);
  const last = await read({ page: 'last' });
  const before = await read({ before: last.previous ?? '' });
  expect([...before.items, ...last.items].map(({ userId }) => userId)).toEqual(forward.slice(-100));
  expect(await failureOf(read({ after: 'x' }))).toBe('BAD_INPUT');
});
