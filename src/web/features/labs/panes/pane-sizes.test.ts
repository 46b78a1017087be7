import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FIRST_SIZES, LEAST, mostOf, readSizes, resize, sizeByKey } from './pane-sizes.ts';

test('whatever is wanted, every part keeps its least width', () => {
  const wanted = fc.array(fc.tuple(fc.constantFrom('start' as const, 'end' as const), fc.double()));
  fc.assert(
    fc.property(wanted, (moves) => {
      let sizes = FIRST_SIZES;
      for (const [divider, size] of moves) sizes = resize(sizes, divider, Number.isNaN(size) ? 0 : size);
      for (const part of [sizes.start, sizes.end, 100 - sizes.start - sizes.end])
        expect(part).toBeGreaterThanOrEqual(LEAST - 0.1);
    }),
  );
});

test('the arrow that points away from a part makes it wider, Home and End go to the ends', () => {
  const size = { grows: 'ArrowRight', most: mostOf(28), size: 30 };
  expect(sizeByKey('ArrowRight', size)).toBe(32);
  expect(sizeByKey('ArrowLeft', size)).toBe(28);
  expect(sizeByKey('Home', size)).toBe(LEAST);
  expect(sizeByKey('End', size)).toBe(56);
  expect(sizeByKey('a', size)).toBeUndefined();
});

test('what an earlier visit kept is used if it makes sense', () => {
  expect(readSizes({ start: 20, end: 40 })).toEqual({ start: 20, end: 40 });
  for (const kept of [null, 'x', {}, { start: 90, end: 5 }, { start: 60, end: 60 }, { start: '20', end: 40 }])
    expect(readSizes(kept)).toEqual(FIRST_SIZES);
});
