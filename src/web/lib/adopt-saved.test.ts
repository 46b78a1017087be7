import { expect, test } from 'vitest';
import { withTyped } from './adopt-saved.ts';

const sent = { title: 'One ', tags: ['a'], isOpen: false };
const saved = { ...sent, title: 'One' };

test('after a save the form holds what the server kept', () => {
  expect(withTyped(saved, sent, sent)).toEqual(saved);
});

test('what was typed while a save was running stays, and only that', () => {
  expect(withTyped(saved, sent, { ...sent, tags: ['a', 'b'] })).toEqual({ ...saved, tags: ['a', 'b'] });
});
