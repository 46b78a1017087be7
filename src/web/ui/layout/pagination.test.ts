import { expect, test } from 'vitest';
import { shownPages } from './pagination.tsx';

test('few pages are all shown', () => {
  expect(shownPages(2, 3)).toEqual([1, 2, 3]);
});

test('of many pages the first, the last and the neighbours are shown, with gaps between', () => {
  expect(shownPages(6, 20)).toEqual([1, -5, 5, 6, 7, -20, 20]);
});
