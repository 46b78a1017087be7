import { expect } from 'vitest';
import { questionForm } from '#contract/questions/question-form';
import { test } from '#tests/kit/database';
import { openVerbs } from '#tests/kit/verbs';
import { createBank } from '../create-bank.ts';
import { addQuestion } from '../questions/add-question.ts';
import { loadPresent } from './load-present.ts';

test('a stored question that the form would refuse today stops no import', async ({ db }) => {
  const { as, services } = await openVerbs(db);
  const { id } = await createBank(services, as('admin'), { title: 'Orders', description: '' });
  const order = { id: 'order', kind: 'order' as const, points: 1, prompt: 'Sort', explanation: '' };
  const question = questionForm.parse({ ...order, items: ['one', 'two'] });
  await addQuestion(services, as('admin'), { id, tags: [], question });
  const before = await loadPresent(db.kysely, id);
  const parameters = [{ name: 'a', from: 1, to: 9, step: 1 }];
  const stored = { ...question, items: ['{a}', '{= a * 1 }'], parameters };
  expect(questionForm.safeParse(stored).success).toBe(false);
  await db.pool.query('update bank_questions set question = $1', [stored]);
  const { keys, questions } = await loadPresent(db.kysely, id);
  expect([...keys]).toEqual(['order']);
  expect(questions).not.toEqual(before.questions);
});
