import { expect, test } from 'vitest';
import { isMistyped, nearestWord, slipsBetween } from './nearest-word.ts';

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

test('of many words only those that could be meant are compared letter by letter', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const known = Array.from({ length: 20_000 }, (_, nth) =>
    Array.from(
      { length: 5 + (nth % 8) },
      (__, at) => letters[(nth * 7 + at * at * 11 + (nth >> at)) % 26],
    ).join(''),
  );
  let compared = 0;
  const compare = (typed: string, meant: string) => {
    compared += 1;
    return slipsBetween(typed, meant);
  };
  expect(nearestWord('trasnactoin', [...known, 'transaction'], compare)).toBe('transaction');
  expect(nearestWord('qurey', [...known, 'query'], compare)).toBe('query');
  expect(compared).toBeLessThan(known.length / 100);
});

test('what is passed over without comparing is never nearer', () => {
  const words = [
    'abcd',
    'abdc',
    'bcda',
    'abce',
    'abcde',
    'bcde',
    'xabcd',
    'aabcd',
    'abc',
    'axcd',
    'abcdefgh',
    'abcdegfi',
  ];
  for (const typed of words) {
    const others = words.filter((word) => word !== typed && !word.startsWith(typed));
    const slips = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
    const near = others.map((word) => slipsBetween(typed, word)).filter((count) => count <= slips);
    const found = nearestWord(typed, others);
    expect(found === null ? null : slipsBetween(typed, found)).toBe(
      near.length === 0 ? null : Math.min(...near),
    );
  }
});

test('a word is mistyped when it is of a length that is corrected and begins nothing known', () => {
  expect(
    ['qurey', 'query', 'transact', 'tbl', 'x'.repeat(41)].filter((word) => isMistyped(word, KNOWN)),
  ).toEqual(['qurey']);
});
