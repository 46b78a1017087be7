import { expect, test } from 'vitest';
import { upToDate } from './up-to-date.ts';

test('what changes while it is worked on is worked on again, and nothing else is', async () => {
  let round = 1;
  const drawn: number[] = [];
  const work = async () => {
    const result = round;
    drawn.push(result);
    await Promise.resolve();
    if (drawn.length < 3) round += 1;
    return result;
  };
  expect(await upToDate(work, () => round)).toBe(3);
  expect(drawn).toEqual([1, 2, 3]);
  expect(await upToDate(work, () => round)).toBe(3);
  expect(drawn).toHaveLength(4);
});
