import { expect, test } from 'vitest';
import type { MarkedAnswer } from '#contract/exams/marking';
import { isKept } from './mark.ts';

test('points that are kept rounded are kept as they were sent', () => {
  const kept = { comment: 'Well done', given: 0.33, levels: null, rubric: [] } as unknown as MarkedAnswer;
  expect(isKept({ levels: [], points: '0.333', comment: ' Well done' }, kept)).toBe(true);
  expect(isKept({ levels: [], points: '.330', comment: 'Well done' }, kept)).toBe(true);
  expect(isKept({ levels: [], points: '0.34', comment: 'Well done' }, kept)).toBe(false);
  expect(isKept({ levels: [], points: '', comment: 'Well done' }, { ...kept, given: 0 })).toBe(false);
});
