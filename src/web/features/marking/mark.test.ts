import { expect, test } from 'vitest';
import type { MarkedAnswer } from '#contract/exams/marking';
import { isKept, isRescaled } from './mark.ts';

test('points that are kept rounded are kept as they were sent', () => {
  const kept = { comment: 'Well done', given: 0.33, levels: null, rubric: [] } as unknown as MarkedAnswer;
  expect(isKept({ levels: [], points: '0.333', comment: ' Well done' }, kept)).toBe(true);
  expect(isKept({ levels: [], points: '.330', comment: 'Well done' }, kept)).toBe(true);
  expect(isKept({ levels: [], points: '0.34', comment: 'Well done' }, kept)).toBe(false);
  expect(isKept({ levels: [], points: '', comment: 'Well done' }, { ...kept, given: 0 })).toBe(false);
});

test('points are out of what the question was worth when they were given; a rubric has its own', () => {
  const seen = { points: 10, rubric: [] as unknown[] } as MarkedAnswer;
  expect(isRescaled(seen, { ...seen, points: 20 })).toBe(true);
  expect(isRescaled(seen, { ...seen })).toBe(false);
  expect(isRescaled(seen, { ...seen, points: 20, rubric: [{ text: 'Clear', levels: [] }] })).toBe(false);
});
