import { expect, test } from 'vitest';
import { nearestWord, slipsBetween } from './nearest-word.ts';

const KNOWN = ['query', 'quick', 'table', 'tables', 'transaction', 'index'];

test('a slip leads to the word that was meant, two in a long word', () => {
  expect(nearestWord('qurey', KNOWN)).toBe('query');
  expect(nearestWord('indx', KNOWN)).toBe('index');
  expect(nearestWord('tabels', KNOWN)).toBe('tables');
  expect(nearestWord('trasnactoin', KNOWN)).toBe('transaction');
});

test('known words, their beginnings, short words and strange ones stay', () => {
  for (const word of ['query', 'transact', 'tab', 'tbl', 'xyzzy', 'qrue'])
    expect(nearestWord(word, KNOWN)).toBeNull();
});

test('slips are counted as letters left out, added, mistaken or swapped', () => {
  expect(slipsBetween('abc', 'abc')).toBe(0);
  expect(slipsBetween('abc', 'ab')).toBe(1);
  expect(slipsBetween('abc', 'abxc')).toBe(1);
  expect(slipsBetween('abc', 'acb')).toBe(1);
  expect(slipsBetween('', 'abc')).toBe(3);
});
