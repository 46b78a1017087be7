import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Pagination, shownPages } from './pagination.tsx';

test('few pages are all shown', () => {
  expect(shownPages(2, 3)).toEqual([1, 2, 3]);
});

test('of many pages the first, the last and the neighbours are shown, with gaps between', () => {
  expect(shownPages(6, 20)).toEqual([1, -5, 5, 6, 7, -20, 20]);
});

/** The pages that the links lead to, in order. */
function linksOf(page: number, pages: number): number[] {
  const led: number[] = [];
  const link = (to: number) => {
    led.push(to);
    return null;
  };
  renderToStaticMarkup(createElement(Pagination, { page, pages, link }));
  return led;
}

test('a page behind the last one leads back, also where there is only one', () => {
  expect(linksOf(99, 3)).toEqual([3, 1, 3]);
  expect(linksOf(99, 1)).toEqual([1, 1]);
  expect(linksOf(2, 0)).toEqual([1]);
  expect(linksOf(1, 1)).toEqual([]);
  expect(linksOf(3, 3)).toEqual([2, 1, 2, 3]);
});
