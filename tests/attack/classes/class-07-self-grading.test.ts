import { expect } from 'vitest';
import { test } from '#tests/kit/database';
import { insertContent } from '../content/content.ts';
import { openSchool } from '../kit/school.ts';

const VERDICT = {
  passed: true,
  percent: 100,
  points: 100,
  score: 100,
  status: 'passed',
  result: { percent: 100, passed: true },
  submitted_at: '2026-01-01T00:00:00Z',
  passMark: 0,
  pass_mark: 0,
  correct: true,
  key: 'x',
};

test('nobody gives a verdict on the own exam', async ({ db }) => {
  const school = await openSchool(db);
  const { courses } = await insertContent(db);
  const exam = courses.free.sections.at(-1);
  await school.ask('basic', 'POST', `/api/learning/${courses.free.id}`, { body: VERDICT });
  const begun = await school.ask('basic', 'POST', `/api/exams/${exam?.id}/attempts`, { body: VERDICT });
  const { id, questions, result } = await begun.json();
  expect(result).toBeNull();
  const answer = { writer: id, seq: 1, question: questions[0].id, answer: 'nonsense', ...VERDICT };
  expect(
    (await school.ask('basic', 'PUT', `/api/exam-attempts/${id}/answers`, { body: answer })).status,
  ).toBe(200);
  const ended = await school.ask('basic', 'POST', `/api/exam-attempts/${id}/result`, { body: VERDICT });
  expect((await ended.json()).result).toMatchObject({ percent: 0, passed: false, passMark: 50 });
});

test('an exam that was not passed cannot be marked as done', async ({ db }) => {
  const school = await openSchool(db);
  const { courses } = await insertContent(db);
  await school.ask('basic', 'POST', `/api/learning/${courses.free.id}`, { body: {} });
  const reported = {
    at: '2026-11-20T00:00:00Z',
    marked: true,
    reached: 1,
    watched: [[0, 9]],
    duration: 9,
    ...VERDICT,
  };
  const saved = await school.ask(
    'basic',
    'PUT',
    `/api/learning/sections/${courses.free.sections.at(-1)?.id}`,
    {
      body: {
        ...reported,
        state: 'done',
        done_at: '2026-01-01T00:00:00Z',
        completedAt: '2026-01-01T00:00:00Z',
      },
    },
  );
  expect(await saved.json()).toEqual({ state: 'started', completedAt: null });
});
