import { expect, test } from 'vitest';
import { isPublicPage, nextPageStates, PAGE_STATES } from './page-states.ts';

test('a page goes from each of its states to both others', () => {
  for (const state of PAGE_STATES)
    expect(nextPageStates(state)).toEqual(PAGE_STATES.filter((other) => other !== state));
});

test('everyone reads a published and an unlisted page, and nobody a draft', () => {
  expect(PAGE_STATES.filter(isPublicPage)).toEqual(['published', 'unlisted']);
});
