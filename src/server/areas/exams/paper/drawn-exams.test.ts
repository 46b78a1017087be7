import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { examForm } from '#contract/exams/exam-form';
import { bankQuestionForm } from '#contract/questions/bank-form';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { createBank } from '#server/areas/banks/create-bank';
import { addQuestion } from '#server/areas/banks/questions/add-question';
import { getQuestion } from '#server/areas/banks/questions/get-question';
import { saveQuestion } from '#server/areas/banks/questions/save-question';
import { enrol } from '#server/areas/learning/enrol';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { getAttempt } from '../attempts/get-attempt.ts';
import { saveAnswer } from '../attempts/save-answer.ts';
import { startAttempt } from '../attempts/start-attempt.ts';
import { submitAttempt } from '../attempts/submit-attempt.ts';
import { previewRegrade } from '../regrade/preview-regrade.ts';
import { getExam } from './get-exam.ts';
import { tryExam } from './try-exam.ts';

const sum = (id: string) =>
  bankQuestionForm.parse({
    tags: ['sums'],
    question: {
      id,
      kind: 'number',
      points: 2,
      explanation: 'It is {= a + b }.',
      answer: 'a + b',
      prompt: `${id}: what is {a} + {b}?`,
      parameters: [
        { name: 'a', from: 10, to: 90 },
        { name: 'b', from: 100, to: 900 },
      ],
    },
  });

/** An exam that draws three sums of ten. */
async function openDrawn(db: Db, tags: string[] = ['sums']) {
  const verbs = await openVerbs(db);
  const { services } = verbs;
  const bank = await createBank(services, verbs.as('admin'), { title: 'Sums', description: '' });
  const ids: string[] = [];
  for (let at = 0; at < 10; at += 1)
    ids.push((await addQuestion(services, verbs.as('admin'), { ...sum(`s-${at}`), id: bank.id })).id);
  const exam = {
    intro: '',
    passMark: 50,
    settings: { ...DEFAULT_SETTINGS, feedback: 'after-attempt' },
    questions: [],
    draws: [{ id: 'draw-1', bank: bank.slug, tags, count: 3, points: null }],
  };
  const { rows } = await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
       values ('Sums', 'S', 'sums', '/q.svg', 'free') returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, 'final', 'Final', 'exam', $1::jsonb, 1 from made returning id, course_id`,
    [JSON.stringify(exam)],
  );
  const { course_id: courseId, id: sectionId } = rows[0];
  for (const who of ['free', 'basic'] as const) await enrol(services, verbs.as(who), { courseId });
  return {
    ...verbs,
    bank: bank.slug,
    ids,
    sectionId,
    start: (who: 'free' | 'basic') => startAttempt(services, verbs.as(who), { sectionId }),
  };
}

const sumOf = (html: string) => {
  const [, a, b] = /is (\d+) \+ (\d+)/.exec(html) ?? [];
  return Number(a) + Number(b);
};

test('an attempt draws its questions and numbers once, and two people draw apart', async ({ db }) => {
  const { as, services, start } = await openDrawn(db);
  const first = await start('free');
  expect(first.questions).toHaveLength(3);
  expect((await start('free')).questions).toEqual(first.questions);
  const read = await getAttempt(services, as('free'), { id: first.id });
  expect(read.questions).toEqual(first.questions);
  const other = await start('basic');
  expect(other.questions.map(({ html }) => html)).not.toEqual(first.questions.map(({ html }) => html));
  expect(await getExam(services, as('free'), { slug: 'sums', key: 'final' })).toMatchObject({ questions: 3 });
});

test('only attempts that begin keep what they draw: no second click, and none that is refused', async ({
  ownDb,
}) => {
  const { as, sectionId, services, start } = await openDrawn(ownDb);
  const versions = async () =>
    (await ownDb.pool.query('select count(*)::int as n from exam_versions')).rows[0].n;
  const [{ id } = { id: '' }] = await Promise.all([start('free'), start('free'), start('free')]);
  expect(await versions()).toBe(1);
  await submitAttempt(services, as('free'), { id });
  await ownDb.pool.query(
    `update course_content set exam = jsonb_set(exam, '{settings,attempts}', '1') where id = $1`,
    [sectionId],
  );
  for (let click = 0; click < 3; click += 1) expect(await failureOf(start('free'))).toBe('EXAM_NOT_OPEN');
  expect(await versions()).toBe(1);
});

test('draws that overlap promise no more questions than an attempt asks', async ({ db }) => {
  const { as, sectionId, services, start } = await openDrawn(db);
  await db.pool.query(
    `update course_content set exam = jsonb_set(exam, '{draws}', jsonb_build_array(
       (exam #> '{draws,0}') || '{"count": 6}', (exam #> '{draws,0}') || '{"id": "draw-2", "count": 6}'))
     where id = $1`,
    [sectionId],
  );
  const promised = await getExam(services, as('free'), { slug: 'sums', key: 'final' });
  expect((await start('free')).questions).toHaveLength(10);
  expect(promised).toMatchObject({ questions: 10 });
});

test('each is graded by its own numbers, which stay when the question is changed meanwhile', async ({
  db,
}) => {
  const { as, ids, services, start } = await openDrawn(db);
  const attempt = await start('free');
  const admin = as('admin');
  for (const [at, id] of ids.entries())
    await saveQuestion(services, admin, {
      ...sum(`s-${at}`),
      id,
      version: 1,
      question: { ...sum(`s-${at}`).question, prompt: 'Changed: {a} and {b}' },
    });
  for (const [at, { html, id: question }] of attempt.questions.entries())
    await saveAnswer(services, as('free'), {
      id: attempt.id,
      writer: randomUUID(),
      seq: 1,
      question,
      answer: String(sumOf(html) + (at === 2 ? 1 : 0)),
    });
  const { questions, result } = await submitAttempt(services, as('free'), { id: attempt.id });
  expect(questions).toEqual(attempt.questions);
  expect(result?.review?.map(({ points }) => points)).toEqual([2, 2, 0]);
  const html = attempt.questions[2]?.html ?? '';
  expect(result?.review?.[2]).toMatchObject({
    key: String(sumOf(html)),
    explanationHtml: `<p>It is ${sumOf(html)}.</p>`,
  });
  expect((await start('basic')).questions[0]?.html).toContain('Changed');
  const asked = await Promise.all(ids.map((id) => getQuestion(services, admin, { id })));
  expect(asked.reduce((all, { attempts }) => all + attempts, 0)).toBe(6);
});

test('an exam whose draws find nothing cannot be started', async ({ db }) => {
  const { start } = await openDrawn(db, ['unknown']);
  expect(await failureOf(start('free'))).toBe('EXAM_NOT_OPEN');
});

test('an exam with an expression that takes none of its numbers is refused, and no fault of the server', async ({
  db,
}) => {
  const { as, bank, sectionId, services, start } = await openDrawn(db);
  await db.pool.query(
    `update bank_questions set question = jsonb_set(question, '{prompt}', '"{= 1 / (a - a) }"')`,
  );
  expect(await failureOf(start('free'))).toBe('EXAM_NOT_OPEN');
  const draws = [{ id: 'draw-1', bank, tags: [], count: 3, points: null }];
  const exam = examForm.parse({ passMark: 50, settings: DEFAULT_SETTINGS, questions: [], draws });
  expect(await failureOf(tryExam(services, as('admin'), { seed: sectionId, exam }))).toBe('BAD_INPUT');
});

const OWN = { kind: 'true-false', prompt: 'Is it?', answer: true, points: 1, explanation: '' };

test('what breaks the rules of the form once it is drawn can still be read, submitted, and regraded', async ({
  db,
}) => {
  const { as, sectionId, services, start } = await openDrawn(db);
  const order = {
    ...OWN,
    id: 'sort',
    kind: 'order',
    answer: undefined,
    items: ['{a}', '{= a + 3 }', '{= a * 4 }'],
    parameters: [{ name: 'a', from: 1, to: 1, step: 1 }],
  };
  const own = Array.from({ length: 498 }, (_, at) => ({ ...OWN, id: `own-${at}` }));
  await db.pool.query(
    `update course_content set exam = jsonb_set(exam, '{questions}', $2::jsonb) where id = $1`,
    [sectionId, JSON.stringify([order, ...own])],
  );
  const { id, questions } = await start('free');
  expect(questions).toHaveLength(502);
  expect((await getAttempt(services, as('free'), { id })).questions).toHaveLength(502);
  const { result } = await submitAttempt(services, as('free'), { id });
  expect(result).toMatchObject({ percent: 0 });
  expect(await previewRegrade(services, as('admin'), { sectionId })).toMatchObject({ attempts: 1 });
});

test('a question of the exam can have the id that a drawn one would get', async ({ db }) => {
  const { as, sectionId, services, start } = await openDrawn(db);
  const own = Array.from({ length: 10 }, (_, at) => ({ ...OWN, id: `draw-1-s-${at}` }));
  await db.pool.query(
    `update course_content set exam = jsonb_set(exam, '{questions}', $2::jsonb) where id = $1`,
    [sectionId, JSON.stringify(own)],
  );
  const { id } = await start('free');
  const { questions } = await getAttempt(services, as('free'), { id });
  expect(new Set(questions.map((question) => question.id)).size).toBe(13);
});
