import { expect, test } from 'vitest';
import { answerLength, maxAnswerLength } from './answer-length.ts';

test('the length of an answer is what was given for all of it, with the names of its places', () => {
  expect(answerLength('four')).toBe(4);
  expect(answerLength(['ab', 'cd'])).toBe(6);
  expect(answerLength({ gap: 'word', other: '' })).toBe(12);
});

test('an essay may be long, any other answer is short', () => {
  expect(maxAnswerLength('essay')).toBe(20_000);
  expect(maxAnswerLength('gaps')).toBe(4000);
});
