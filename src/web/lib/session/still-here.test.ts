import type { AnyRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { noteVisit } from './still-here.ts';

/** A router at the form, and what moves it as the real one does: a link makes another entry of the history. */
function rig() {
  let index = 3;
  const router = { latestLocation: locationOf('/form', index) };
  const go = (pathname: string) => {
    index += 1;
    router.latestLocation = locationOf(pathname, index);
  };
  const replace = (search: object) => {
    router.latestLocation = { ...router.latestLocation, search };
  };
  return { go, replace, stillHere: noteVisit(router as unknown as AnyRouter) };
}

function locationOf(pathname: string, index: number) {
  return { pathname, search: {}, state: { __TSR_index: index } };
}

test('who stays on the page is still there, also when its search changes', () => {
  const { replace, stillHere } = rig();
  expect(stillHere()).toBe(true);
  replace({ tab: 'two' });
  expect(stillHere()).toBe(true);
});

test('who went elsewhere is not there any more', () => {
  const { go, stillHere } = rig();
  go('/list');
  expect(stillHere()).toBe(false);
});

test('who left and came back is on another visit', () => {
  const { go, stillHere } = rig();
  go('/list');
  go('/form');
  expect(stillHere()).toBe(false);
});
