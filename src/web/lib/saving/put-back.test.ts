import { expect, test } from 'vitest';
import { putBack } from './put-back.ts';

const back = (now: string, before: string, item: string) =>
  putBack([...now], [...before], item, (one) => one).join('');

test('a removed item comes back behind what stood before it, wherever that is now', () => {
  expect(back('acd', 'abcd', 'b')).toBe('abcd');
  expect(back('dac', 'abcd', 'b')).toBe('dabc');
  expect(back('abc', 'abcd', 'd')).toBe('abcd');
});

test('where what stood before it is gone, too, the nearest earlier one counts, and without any it comes first', () => {
  expect(back('ad', 'abcd', 'c')).toBe('acd');
  expect(back('d', 'abcd', 'b')).toBe('bd');
  expect(back('', 'a', 'a')).toBe('a');
});

test('an item that is back already does not come twice', () => {
  expect(back('abc', 'abc', 'b')).toBe('abc');
});
