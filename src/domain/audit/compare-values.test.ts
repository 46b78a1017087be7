import { expect, test } from 'vitest';
import { compareValues } from './compare-values.ts';

test('only what differs is named, with both values', () => {
  expect(compareValues({ tier: 'free', name: 'Ada' }, { tier: 'premium', name: 'Ada' })).toEqual([
    { path: 'tier', before: 'free', after: 'premium' },
  ]);
});

test('what was made has no before, what was deleted no after', () => {
  expect(compareValues(null, { name: 'Data', tags: ['a', 'b'] })).toEqual([
    { path: 'name', before: undefined, after: 'Data' },
    { path: 'tags', before: undefined, after: 'a, b' },
  ]);
  expect(compareValues({ count: 0, empty: null }, undefined)).toEqual([
    { path: 'count', before: '0', after: undefined },
  ]);
});

test('parts of parts are compared where they stand', () => {
  const before = { content: [{ title: 'One' }, { title: 'Two' }], free: true };
  const after = { content: [{ title: 'One' }, { title: 'Three' }], free: true };
  expect(compareValues(before, after)).toEqual([{ path: 'content.1.title', before: 'Two', after: 'Three' }]);
});

test('nothing, and a single value, are compared as well', () => {
  expect(compareValues(null, null)).toEqual([]);
  expect(compareValues('a', 'b')).toEqual([{ path: '', before: 'a', after: 'b' }]);
});

test('null, empty text, lists and objects without entries are all empty, and no difference from each other', () => {
  for (const empty of [null, '', [], {}]) {
    expect(compareValues({ tags: empty }, { tags: ['x'] })).toEqual([
      { path: 'tags', before: undefined, after: 'x' },
    ]);
    expect(compareValues({ tags: ['x'] }, { tags: empty })).toEqual([
      { path: 'tags', before: 'x', after: undefined },
    ]);
    expect(compareValues({ tags: empty }, { tags: null })).toEqual([]);
  }
  expect(compareValues({ count: 1, open: true }, { count: 0, open: false })).toEqual([
    { path: 'count', before: '1', after: '0' },
    { path: 'open', before: 'true', after: 'false' },
  ]);
});
