import { expect, test } from 'vitest';
import { choiceId } from '../kinds/choice-id.ts';
import type { Question } from '../kinds/kinds.ts';
import { renamedOptions } from './renamed-options.ts';

const single = (...texts: string[]): Question => ({
  id: 'q',
  kind: 'single',
  prompt: 'Which?',
  points: 1,
  explanation: '',
  options: texts.map((text, at) => ({ text, correct: at === 0 })),
});
const names = (...pairs: [string, string][]) =>
  new Map(pairs.map(([from, to]) => [choiceId('q', from), choiceId('q', to)]));
const written = { hasNumbers: false };
const drawn = { hasNumbers: true };

test('with other numbers each option stands at its place, even where one reads like another did', () => {
  expect(renamedOptions(single('1', '2', '3'), single('2', '4', '6'), drawn)).toEqual(
    names(['1', '2'], ['2', '4'], ['3', '6']),
  );
  expect(renamedOptions(single('1', '2', '3'), single('2', '4'), drawn)).toBeNull();
});

test('where numbers stand in the prompt only, options are what their texts are', () => {
  const asked = single('rises', 'falls');
  expect(renamedOptions(asked, single('falls', 'rises'), drawn)).toEqual(new Map());
  expect(renamedOptions(asked, single('rises', 'falls', 'neither'), drawn)).toEqual(new Map());
});

test('a text that was corrected is the one that took its place, wherever it stands', () => {
  expect(renamedOptions(single('a', 'b', 'c'), single('a', 'b!', 'c'), written)).toEqual(names(['b', 'b!']));
  expect(renamedOptions(single('a', 'b', 'c'), single('c', 'a', 'b!'), written)).toEqual(names(['b', 'b!']));
});

test('options that were moved, added, or removed keep their names; several changes at once are not told apart', () => {
  const kept = new Map();
  expect(renamedOptions(single('a', 'b', 'c'), single('c', 'a', 'b'), written)).toEqual(kept);
  expect(renamedOptions(single('a', 'b'), single('a', 'b', 'c'), written)).toEqual(kept);
  expect(renamedOptions(single('a', 'b', 'c'), single('a', 'b'), written)).toEqual(kept);
  expect(renamedOptions(single('a', 'b'), single('a', 'b!', 'c'), written)).toBeNull();
});
