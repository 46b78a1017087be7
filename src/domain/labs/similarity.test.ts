import { expect, test } from 'vitest';
import { fingerprintsOf, similarPairs } from './similarity.ts';

const words = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`);
const program = (id: string, ...parts: string[][]) => ({ id, fingerprints: fingerprintsOf(parts.flat()) });
const NOTHING: ReadonlySet<number> = new Set();

test.each([0, 1, 5, 40])(
  'a copied run of 19 tokens is found wherever it stands, here behind %i others',
  (before) => {
    const copied = words('copied', 19);
    const one = fingerprintsOf([...words('a', before), ...copied, ...words('b', 30)]);
    const other = fingerprintsOf([...words('c', 7), ...copied, ...words('d', 11)]);
    expect([...one].some((each) => other.has(each))).toBe(true);
  },
);

test('programs that share most come first, and those that share little are not named', () => {
  const copied = words('copied', 120);
  const pairs = similarPairs(
    [
      program('ada', copied),
      program('bo', words('own', 60), copied.slice(0, 90)),
      program('cy', copied),
      program('di', words('other', 150)),
    ],
    NOTHING,
  );
  expect(pairs.map(({ one, other }) => `${one} ${other}`)).toEqual(['ada cy', 'ada bo', 'bo cy']);
  expect(pairs[0]?.share).toBe(1);
  expect(pairs[1]?.share).toBeLessThan(1);
});

test('what everybody began with does not count, and neither do a few places', () => {
  const start = words('start', 200);
  const own = (name: string) => program(name, start, words(name, 100));
  expect(similarPairs([own('ada'), own('bo')], fingerprintsOf(start))).toEqual([]);
  const short = words('short', 20);
  expect(similarPairs([program('ada', short), program('bo', short)], NOTHING)).toEqual([]);
  expect(fingerprintsOf(words('x', 11)).size).toBe(0);
});
