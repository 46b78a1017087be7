import { expect, test } from 'vitest';
import { isPublicPage, nextPageStates, PAGE_STATES } from './page-states.ts';

test('a page goes from each of its states to the others; only one that is not public yet is scheduled', () => {
  expect(Object.fromEntries(PAGE_STATES.map((state) => [state, nextPageStates(state)]))).toEqual({
    draft: ['scheduled', 'published', 'unlisted'],
    scheduled: ['draft', 'scheduled', 'published', 'unlisted'],
    published: ['draft', 'unlisted'],
    unlisted: ['draft', 'published'],
  });
});

test('everyone reads a published and an unlisted page, and nobody a draft', () => {
  expect(PAGE_STATES.filter(isPublicPage)).toEqual(['published', 'unlisted']);
});
