import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemStatistics, median, type ScoredAttempt } from './item-statistics.ts';

const attempt = (parts: readonly number[], chosen: [string, string[]][] = []): ScoredAttempt => ({
  items: parts.map((part, at) => ({ id: `q${at}`, part, maxPoints: at + 1 })),
  chosen: new Map(chosen),
});

test('facility is the mean part of the points, and choices are counted', () => {
  const [first] = itemStatistics([
    attempt([1, 1, 0], [['q0', ['a']]]),
    attempt([0.5, 0, 0], [['q0', ['a', 'b']]]),
    attempt([0, 0, 0]),
  ]);
  expect(first).toMatchObject({ id: 'q0', asked: 3, facility: 0.5 });
  expect([...(first?.chosen ?? [])]).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});

test('a question that the strong get right and the weak do not discriminates, one of chance does not', () => {
  const strong = attempt([1, 1, 1]);
  const weak = attempt([0, 0, 0]);
  expect(itemStatistics([strong, weak, strong, weak])[0]?.discrimination).toBeCloseTo(1);
  const [backwards] = itemStatistics([attempt([0, 1, 1]), attempt([1, 0, 0]), attempt([0, 1, 1])]);
  expect(backwards?.discrimination).toBeCloseTo(-1);
  expect(itemStatistics([strong, strong, strong])[0]?.discrimination).toBeNull();
  expect(itemStatistics([strong, weak])[0]?.discrimination).toBeNull();
  expect(itemStatistics([attempt([1]), attempt([0]), attempt([1])])[0]?.discrimination).toBeNull();
});

test('questions that only some were asked count for those', () => {
  const drawn = [
    { items: [{ id: 'a', part: 1, maxPoints: 1 }], chosen: new Map() },
    { items: [{ id: 'b', part: 0, maxPoints: 1 }], chosen: new Map() },
  ];
  expect(itemStatistics(drawn).map(({ asked, facility, id }) => [id, asked, facility])).toEqual([
    ['a', 1, 1],
    ['b', 1, 0],
  ]);
});

/** Pearson's coefficient by sums of raw products instead of deviations: the other textbook formula. */
function byRawSums(pairs: readonly (readonly [number, number])[]): number {
  const n = pairs.length;
  const sum = (of: (pair: readonly [number, number]) => number) =>
    pairs.reduce((total, pair) => total + of(pair), 0);
  const top = n * sum(([x, y]) => x * y) - sum(([x]) => x) * sum(([, y]) => y);
  const left = n * sum(([x]) => x * x) - sum(([x]) => x) ** 2;
  const right = n * sum(([, y]) => y * y) - sum(([, y]) => y) ** 2;
  return top / Math.sqrt(left * right);
}

test('the figures are those of an independent computation', () => {
  const parts = fc.array(fc.constantFrom<number>(0, 0.25, 0.5, 1), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(parts, { minLength: 3, maxLength: 40 }), (all) => {
      const figures = itemStatistics(all.map((each) => attempt(each)));
      for (const [at, { discrimination, facility }] of figures.entries()) {
        const own = all.map((each) => each[at] ?? 0);
        expect(facility).toBeCloseTo(own.reduce((a, b) => a + b, 0) / own.length, 9);
        const rests = all.map((each) => {
          const points = each.map((part, place) => (place === at ? 0 : part * (place + 1)));
          return points.reduce((a, b) => a + b, 0) / (6 - (at + 1));
        });
        const expected = byRawSums(own.map((part, place) => [part, rests[place] ?? 0]));
        if (discrimination === null)
          expect(new Set(own).size === 1 || new Set(rests.map((r) => r.toFixed(9))).size === 1).toBe(true);
        else expect(discrimination).toBeCloseTo(expected, 6);
      }
    }),
  );
});

test('the median is the value in the middle, or between the two in the middle', () => {
  expect(median([])).toBeNull();
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

test('each question of each attempt is looked at a few times, however many questions there are', () => {
  let reads = 0;
  const drawn = (at: number) => ({
    items: Array.from({ length: 10 }, (_, place) => ({
      get id() {
        reads += 1;
        return `q-${at}-${place}`;
      },
      part: place % 2,
      maxPoints: 1,
    })),
    chosen: new Map(),
  });
  expect(itemStatistics(Array.from({ length: 100 }, (_, at) => drawn(at)))).toHaveLength(1000);
  expect(reads).toBeLessThanOrEqual(2000);
});
