import { expect, test } from 'vitest';
import { changesOf } from './changes-of.ts';

const said = { alt: 'A lake', tags: ['water'], focus: { x: 1, y: 2 }, poster: null as string | null };

test('only what was changed is sent, so that nobody else is overwritten', () => {
  expect(changesOf(said, { ...said, tags: ['water'], focus: { x: 1, y: 2 } })).toEqual({});
  expect(changesOf(said, { ...said, tags: ['water', 'blue'] })).toEqual({ tags: ['water', 'blue'] });
  expect(changesOf({ ...said, poster: '/media/a.png' }, said)).toEqual({ poster: null });
  expect(changesOf(said, { ...said, alt: '' })).toEqual({ alt: '' });
});
