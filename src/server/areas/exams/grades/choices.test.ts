import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { choiceId } from '#domain/exams/kinds/choice-id';
import { enrol } from '#server/areas/learning/enrol';
import type { Db } from '#server/db/client';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { saveAnswer } from '../attempts/save-answer.ts';
import { startAttempt } from '../attempts/start-attempt.ts';
import { submitAttempt } from '../attempts/submit-attempt.ts';
import { getStatistics } from './get-statistics.ts';

const examOf = (options: readonly string[], numbers: object = {}) =>
  JSON.stringify({
    intro: '',
    passMark: 60,
    settings: DEFAULT_SETTINGS,
    questions: [
      {
        id: 'one',
        kind: 'single',
        prompt: 'Which comes after {a}?',
        points: 1,
        explanation: '',
        options: options.map((text, at) => ({ text, correct: at === 0 })),
        ...numbers,
      },
    ],
  });
const sums = { parameters: [{ name: 'a', from: 1, to: 9000, step: 1 }] };

/** An exam of one question that people take in turn, each choosing the text that is theirs. */
async function openChoices(db: Db, exam: string) {
  const { as, services, wait } = await openVerbs(db);
  const { rows } = await db.pool.query(
    `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
       values ('Chosen', 'C', 'chosen', '/c.svg', 'free') returning id)
     insert into course_content (course_id, key, title, section_type, exam, sort_order)
     select id, 'final', 'Final', 'exam', $1::jsonb, 1 from made returning id, course_id`,
    [exam],
  );
  const { course_id: courseId, id: sectionId } = rows[0];
  const take = async (who: 'free' | 'basic' | 'premium', textOf: (a: number) => string) => {
    const caller = as(who);
    await enrol(services, caller, { courseId });
    const { id, questions } = await startAttempt(services, caller, { sectionId });
    const text = textOf(Number(/after (\d+)/.exec(questions[0]?.html ?? '')?.[1]));
    const answer = choiceId('one', text);
    await saveAnswer(services, caller, { id, seq: 1, question: 'one', answer, writer: randomUUID() });
    wait(60);
    await submitAttempt(services, caller, { id });
  };
  const change = (to: string) =>
    db.pool.query('update course_content set exam = $1::jsonb where id = $2', [to, sectionId]);
  const counts = async () => {
    const { questions } = await getStatistics(services, as('admin'), { sectionId });
    return questions[0]?.choices.map(({ correct, count }) => [correct, count]);
  };
  return { change, counts, take };
}

test('what people chose is counted whatever numbers each of them was asked', async ({ db }) => {
  const options = ['{= a + 1 }', '{= a + 2 }', '{= a - 1 }'];
  const { counts, take } = await openChoices(db, examOf(options, sums));
  await take('free', (a) => String(a + 1));
  await take('basic', (a) => String(a + 2));
  await take('premium', (a) => String(a + 2));
  expect(await counts()).toEqual([
    [true, 1],
    [false, 2],
    [false, 0],
  ]);
});

test('numbered options of which one was removed say nothing of what was chosen', async ({ db }) => {
  const options = ['{= a + 1 }', '{= a + 2 }', '{= a - 1 }'];
  const { change, counts, take } = await openChoices(db, examOf(options, sums));
  await take('free', (a) => String(a + 1));
  await change(examOf(options.slice(0, 2), sums));
  await take('basic', (a) => String(a + 1));
  expect(await counts()).toEqual([]);
});

test('who chose a text that was corrected since still counts', async ({ db }) => {
  const { change, counts, take } = await openChoices(db, examOf(['right', 'wrnog']));
  await take('free', () => 'wrnog');
  await take('basic', () => 'right');
  await change(examOf(['right', 'wrong']));
  await take('premium', () => 'wrong');
  expect(await counts()).toEqual([
    [true, 1],
    [false, 2],
  ]);
});
