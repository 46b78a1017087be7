import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Batching, batched } from './batched.ts';

/** Doubles numbers, one batch at a time; each batch waits until it is let go. */
function doubling(batching: Batching = {}) {
  const batches: { questions: readonly number[]; go: () => void; fail: () => void }[] = [];
  const double = batched<number, number>((questions) => {
    const { promise, reject, resolve } = Promise.withResolvers<number[]>();
    batches.push({
      questions,
      go: () => resolve(questions.map((number) => number * 2)),
      fail: () => reject(new Error('gone')),
    });
    return promise;
  }, batching);
  return { batches, double };
}

test('what is asked alone is asked in the next turn', async () => {
  const { batches, double } = doubling();
  const answer = double(4);
  await turn();
  expect(batches.map(({ questions }) => questions)).toEqual([[4]]);
  batches[0]?.go();
  expect(await answer).toBe(8);
});

test('what is asked meanwhile goes together, and each gets its own answer', async () => {
  const { batches, double } = doubling();
  const first = double(1);
  await turn();
  const later = [double(2), double(3)];
  batches[0]?.go();
  expect(await first).toBe(2);
  expect(batches[1]?.questions).toEqual([2, 3]);
  batches[1]?.go();
  expect(await Promise.all(later)).toEqual([4, 6]);
});

test('after questions that came together, the next ones wait until as many are there', async () => {
  const { batches, double } = doubling({ gatherMs: 60_000 });
  const together = [double(1), double(2)];
  await turn();
  const meanwhile = double(3);
  batches[0]?.go();
  await Promise.all(together);
  const fourth = double(4);
  await turn();
  expect(batches).toHaveLength(1);
  const fifth = double(5);
  await turn();
  expect(batches.slice(1).map(({ questions }) => questions)).toEqual([[3, 4, 5]]);
  batches[1]?.go();
  expect(await Promise.all([meanwhile, fourth, fifth])).toEqual([6, 8, 10]);
});

test('fewer wait no longer than they may, and what is asked after a single question does not wait', async () => {
  const { batches, double } = doubling({ gatherMs: 20 });
  const together = [double(1), double(2)];
  await turn();
  batches[0]?.go();
  await Promise.all(together);
  const third = double(3);
  await turn();
  expect(batches).toHaveLength(1);
  await wait(60);
  expect(batches[1]?.questions).toEqual([3]);
  const fourth = double(4);
  batches[1]?.go();
  expect(await third).toBe(6);
  expect(batches[2]?.questions).toEqual([4]);
  batches[2]?.go();
  expect(await fourth).toBe(8);
});

test('a failure is told to those who shared it, and the next are asked all the same', async () => {
  const { batches, double } = doubling();
  const first = double(1);
  await turn();
  const second = double(2);
  batches[0]?.fail();
  await expect(first).rejects.toThrow('gone');
  batches[1]?.go();
  expect(await second).toBe(4);
});

test('more than 200 questions go in several batches', async () => {
  const { batches, double } = doubling();
  const all = Array.from({ length: 302 }, (_, index) => double(index));
  await turn();
  expect(batches[0]?.questions).toHaveLength(200);
  batches[0]?.go();
  await all[0];
  expect(batches[1]?.questions).toHaveLength(102);
  batches[1]?.go();
  expect(await all[301]).toBe(602);
});
