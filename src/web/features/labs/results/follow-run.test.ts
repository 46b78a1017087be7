import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LabRun } from '#contract/courses/labs';
import type { Api } from '#web/lib/api/api-client.ts';
import { followRun } from './follow-run.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

const VERDICT = { passed: true, points: 1, most: 1, results: [], diagnostics: [] };
const run = (state: LabRun['state'], rest: Partial<LabRun> = {}) => ({
  state,
  place: 0,
  verdict: null,
  ...rest,
});

/** What is shown of a submission for which the server answers this, one after the other. */
async function follow(...answers: (object | 'unreachable')[]): Promise<object[]> {
  const api = {
    labs: {
      run: async () => {
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        if (answer === 'unreachable') throw new Error('unreachable');
        return answer;
      },
    },
  } as unknown as Api;
  const reported: object[] = [];
  const done = (async () => {
    for await (const step of followRun(api, 'r', new AbortController().signal)) reported.push(step);
  })();
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  return reported;
}

test('a submission is followed until its verdict', async () => {
  const reported = await follow(
    run('queued', { place: 2 }),
    run('running'),
    'unreachable',
    run('done', { verdict: VERDICT }),
  );
  expect(reported).toEqual([
    { kind: 'queued', place: 2 },
    { kind: 'judging' },
    { kind: 'judged', verdict: VERDICT },
  ]);
});

test('what could not be judged is never told as a verdict', async () => {
  expect(await follow(run('running'), run('failed'))).toEqual([{ kind: 'judging' }, { kind: 'unjudged' }]);
});

test('a server that stays out of reach is given up', async () => {
  expect(await follow('unreachable')).toEqual([{ kind: 'unjudged' }]);
});

test('a wait of a minute costs at most 20 requests, and the first answers come within two seconds', async () => {
  const asked: number[] = [];
  const ended = new AbortController();
  const api = {
    labs: {
      run: async () => {
        asked.push(Date.now());
        return run('queued', { place: 40 });
      },
    },
  } as unknown as Api;
  vi.useFakeTimers();
  const begun = Date.now();
  const done = (async () => {
    for await (const step of followRun(api, 'r', ended.signal))
      expect(step).toEqual({ kind: 'queued', place: 40 });
  })();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.length).toBeLessThanOrEqual(20);
  expect(asked.filter((at) => at - begun <= 2000)).toHaveLength(3);
  ended.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  await done;
});
