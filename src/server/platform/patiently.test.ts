import { expect, test } from 'vitest';
import { patiently } from './patiently.ts';

function openService() {
  let now = 0;
  const service = { answers: false, asked: 0 };
  const ask = async () => {
    service.asked += 1;
    if (!service.answers) throw new Error('away');
    return `answer ${service.asked}`;
  };
  const get = patiently(ask, { now: () => new Date(now) });
  return { service, get, wait: (seconds: number) => (now += seconds * 1000) };
}

test('while a service is away it is asked less and less often, and nobody waits meanwhile', async () => {
  const { get, service, wait } = openService();
  const asks: number[] = [];
  for (let second = 0; second < 60; second += 1) {
    const before = service.asked;
    await expect(get()).rejects.toThrow('away');
    if (service.asked > before) asks.push(second);
    wait(1);
  }
  expect(asks).toEqual([0, 1, 3, 8, 18, 48]);
});

test('many who need it at one moment ask once', async () => {
  const { get, service } = openService();
  service.answers = true;
  expect(await Promise.all([get(), get(), get()])).toEqual(['answer 1', 'answer 1', 'answer 1']);
});

test('what it said is asked again after twelve hours, and stays in use while it is away', async () => {
  const { get, service, wait } = openService();
  service.answers = true;
  await get();
  wait(11 * 3600);
  expect(await get()).toBe('answer 1');
  wait(2 * 3600);
  service.answers = false;
  expect(await get()).toBe('answer 1');
  service.answers = true;
  wait(60);
  expect(await get()).toBe('answer 3');
});

test('after a clock that was ahead is set right, nobody waits for the time that it wrote', async () => {
  const day = 24 * 3600;
  const { get, service, wait } = openService();
  wait(day);
  await expect(get()).rejects.toThrow('away');
  wait(-day);
  service.answers = true;
  expect(await get()).toBe('answer 2');
  wait(2 * day);
  expect(await get()).toBe('answer 3');
  wait(-day);
  expect(await get()).toBe('answer 4');
});
