import { expect } from 'vitest';
import { examForm } from '#contract/exams/exam-form';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { choiceId } from '#domain/exams/kinds/choice-id';
import { test } from '#tests/kit/database';
import { failureOf, openVerbs } from '#tests/kit/verbs';
import { tryExam } from './try-exam.ts';

const seed = '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e';
const options = ['one', 'two', 'three', 'four', 'five', 'six'].map((text, at) => ({
  text,
  correct: at === 1,
}));
const exam = examForm.parse({
  passMark: 50,
  settings: { ...DEFAULT_SETTINGS, feedback: 'never' },
  questions: ['q-1', 'q-2', 'q-3', 'q-4'].map((id) => ({
    id,
    kind: 'single',
    prompt: 'Which **one**?',
    points: 1,
    explanation: `because ${id}`,
    options,
  })),
});

test('a draft is rendered and graded for its author, and nothing of it is stored', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const before = await db.pool.query('select count(*) from audit_log');
  const paper = await tryExam(services, as('admin'), { seed, exam });
  expect(paper.result).toBeNull();
  expect(paper.questions[0]?.html).toContain('<strong>one</strong>');
  expect(JSON.stringify(paper)).not.toContain('because');
  const answers = { 'q-1': choiceId('q-1', 'two'), 'q-2': choiceId('q-2', 'two'), 'q-3': 'nonsense' };
  const { result } = await tryExam(services, as('admin'), { seed, exam, answers });
  expect(result).toMatchObject({ percent: 50, passed: true });
  expect(result?.review?.[2]).toMatchObject({ points: 0, explanationHtml: '<p>because q-3</p>' });
  for (const table of ['exam_attempts', 'exam_answers', 'exam_versions'] as const)
    expect(await db.kysely.selectFrom(table).selectAll().execute()).toEqual([]);
  expect((await db.pool.query('select count(*) from audit_log')).rows).toEqual(before.rows);
});

test('a shuffled exam asks in an order that its seed decides, and never changes it', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const shuffledExam = { ...exam, settings: { ...exam.settings, shuffle: true } };
  const orders = new Set<string>();
  for (let number = 0; number < 8; number += 1) {
    const draft = { seed: seed.replace(/.$/, String(number)), exam: shuffledExam };
    const order = async () =>
      (await tryExam(services, as('admin'), draft)).questions.map(({ choices, id }) => [
        id,
        choices.map((choice) => choice.id),
      ]);
    const first = await order();
    expect(await order()).toEqual(first);
    expect(first.map(([id]) => id).sort()).toEqual(['q-1', 'q-2', 'q-3', 'q-4']);
    orders.add(JSON.stringify(first));
  }
  expect(orders.size).toBeGreaterThan(4);
});

test('only administrators try a draft', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  expect(await failureOf(tryExam(services, as('premium'), { seed, exam }))).toBe('ADMINISTRATOR_REQUIRED');
  expect(await failureOf(tryExam(services, as('visitor'), { seed, exam }))).toBe('SIGN_IN_REQUIRED');
});
