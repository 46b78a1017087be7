import { expect, test } from 'vitest';
import { answerState } from './answer-state.ts';

const places = [{ id: 'a' }, { id: 'b' }];

test('a question is answered when every place is filled, and partly before that', () => {
  expect(answerState({ places }, undefined)).toBe('none');
  expect(answerState({ places }, { a: '' })).toBe('none');
  expect(answerState({ places }, { a: 'x' })).toBe('partly');
  expect(answerState({ places }, { a: 'x', b: 'y' })).toBe('given');
});

test('what was taken back is no answer', () => {
  for (const nothing of ['', ' ', [], {}]) expect(answerState({ places: [] }, nothing)).toBe('none');
  expect(answerState({ places: [] }, 'true')).toBe('given');
  expect(answerState({ places: [] }, ['one'])).toBe('given');
});
