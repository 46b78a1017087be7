import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endingTogether } from './ending-together.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(most = 3) {
  const run = endingTogether({ most, waitMs: 20 });
  const ended: string[] = [];
  const begin = (name: string) => {
    const work = Promise.withResolvers<string>();
    const end = (how: string) => () => void ended.push(`${how} ${name}`);
    run(() => work.promise).then(end('done'), end('failed'));
    return work;
  };
  return { begin, ended };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

test('work that is alone ends at once', async () => {
  const { begin, ended } = start();
  begin('one').resolve('');
  await settle();
  expect(ended).toEqual(['done one']);
  expect(vi.getTimerCount()).toBe(0);
});

test('what ends while other work is under way ends with it, however it ends', async () => {
  const { begin, ended } = start();
  const [one, two] = [begin('one'), begin('two')];
  one.reject(new Error('wrong'));
  await settle();
  expect(ended).toEqual([]);
  two.resolve('');
  await settle();
  expect(ended).toEqual(['failed one', 'done two']);
  expect(vi.getTimerCount()).toBe(0);
});

test('it waits for the others so long at most, and with so many of them at most', async () => {
  const { begin, ended } = start();
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map(begin);
  one?.resolve('');
  await vi.advanceTimersByTimeAsync(19);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual(['done one']);
  two?.resolve('');
  three?.resolve('');
  await settle();
  expect(ended).toEqual(['done one']);
  begin('five').resolve('');
  await settle();
  expect(ended).toHaveLength(4);
  four?.resolve('');
  await settle();
  expect(ended).toHaveLength(5);
});
