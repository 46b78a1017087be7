import { expect, test } from 'vitest';
import { cropAround, focusOf } from './focus.ts';

test('an address says which point of a cover stays visible', () => {
  expect(focusOf('/media/a.webp#0,100')).toEqual({ x: 0, y: 100 });
  for (const address of ['/media/a.webp', '', '#a,b', '/covers/a.svg'])
    expect(focusOf(address)).toEqual({ x: 50, y: 50 });
});

test('a crop has the proportions of its frame and keeps to the focal point, as object-position does', () => {
  const wide = { width: 300, height: 100 };
  const square = { width: 50, height: 50 };
  expect(cropAround(wide, square, { x: 50, y: 50 })).toEqual({ width: 100, height: 100, left: 100, top: 0 });
  expect(cropAround(wide, square, { x: 100, y: 0 })).toMatchObject({ left: 200, top: 0 });
  expect(cropAround({ width: 100, height: 300 }, square, { x: 0, y: 25 })).toMatchObject({
    left: 0,
    top: 50,
  });
  expect(cropAround(square, square, { x: 9, y: 9 })).toEqual({ ...square, left: 0, top: 0 });
  expect(cropAround({ width: 1000, height: 1 }, { width: 16, height: 9 }, { x: 100, y: 0 })).toEqual({
    width: 2,
    height: 1,
    left: 998,
    top: 0,
  });
});
