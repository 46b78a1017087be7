import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { evenTime } from './even-time.ts';

async function taken(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await evenTime(work).catch(() => undefined);
  return performance.now() - started;
}

test('nothing, little and a failure take the same time; more takes a step more', async () => {
  const fail = () => Promise.reject(new Error('no'));
  for (const work of [() => Promise.resolve(), () => wait(40), fail])
    expect(await taken(work)).toBeGreaterThanOrEqual(99);
  expect(await taken(() => wait(120))).toBeGreaterThanOrEqual(199);
});

test('what the work answers is answered, and what it throws is thrown', async () => {
  expect(await evenTime(() => Promise.resolve(7))).toBe(7);
  await expect(evenTime(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});
