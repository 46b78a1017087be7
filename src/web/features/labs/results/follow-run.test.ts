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
  id: 'r',
  state,
  place: 0,
  verdict: null,
  ...rest,
});

/** A call that fails with a code. */
const failing = (code: string) => Object.assign(new Error(code), { code });

/** A server that answers this, one after the other, and the last one from then on. */
function serverOf(answers: readonly (object | string)[]) {
  const asked: string[] = [];
  const waiting = [...answers];
  const answer = async (call: string) => {
    asked.push(call);
    const next = waiting.length > 1 ? waiting.shift() : waiting[0];
    if (typeof next === 'string') throw failing(next);
    return next;
  };
  const labs = {
    run: ({ runId }: { runId: string }) => answer(runId),
    get: ({ id }: { id: string }) => answer(id),
  };
  return { api: { labs } as unknown as Api, asked };
}

const IDS = { runId: 'r', sectionId: 'lab' };

/** What is shown of a submission for which the server answers this, and what it was asked. */
async function follow(...answers: (object | string)[]) {
  const { api, asked } = serverOf(answers);
  const reported: object[] = [];
  const ended = new AbortController();
  const done = (async () => {
    for await (const step of followRun(api, IDS, ended.signal)) reported.push(step);
  })();
  await vi.advanceTimersByTimeAsync(60_000);
  ended.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  await done;
  return { reported, asked };
}

test('a submission is followed until its verdict', async () => {
  const { reported } = await follow(
    run('queued', { place: 2 }),
    run('running'),
    'UNREACHABLE',
    run('done', { verdict: VERDICT }),
  );
  expect(reported).toEqual([
    { kind: 'queued', place: 2 },
    { kind: 'judging' },
    { kind: 'judged', verdict: VERDICT },
  ]);
});

test('what could not be judged is never told as a verdict', async () => {
  const { reported } = await follow(run('running'), run('failed'));
  expect(reported).toEqual([{ kind: 'judging' }, { kind: 'unjudged' }]);
});

test('a submission that a newer one replaced is followed in that one', async () => {
  const newer = { run: run('queued', { id: 'newer', place: 1 }) };
  const { asked, reported } = await follow(
    run('running'),
    'RUN_NOT_FOUND',
    newer,
    run('done', { verdict: VERDICT }),
  );
  expect(reported).toEqual([
    { kind: 'judging' },
    { kind: 'queued', place: 1 },
    { kind: 'judged', verdict: VERDICT },
  ]);
  expect(asked).toEqual(['r', 'r', 'lab', 'newer']);
});

test('where no submission is left, nothing is waited for, and nothing is called a problem', async () => {
  for (const answer of [{ run: null }, 'LAB_NOT_FOUND', 'NOT_ENROLLED', 'TIER_REQUIRED', 'SECTION_LOCKED']) {
    const { reported } = await follow('RUN_NOT_FOUND', answer);
    expect(reported).toEqual([{ kind: 'idle' }]);
  }
});

const WAITED_FOR = ['UNREACHABLE', 'SIGN_IN_REQUIRED', 'RATE_LIMITED'];

test('a lost connection and a session that ended are waited for', async () => {
  for (const code of WAITED_FOR) {
    const { reported } = await follow(...Array(9).fill(code), run('done', { verdict: VERDICT }));
    expect(reported).toEqual([{ kind: 'judged', verdict: VERDICT }]);
    expect((await follow(code)).reported).toEqual([]);
  }
});

test('looking for a submission that replaced one waits for the same', async () => {
  for (const code of WAITED_FOR) {
    const { asked, reported } = await follow('RUN_NOT_FOUND', code, run('failed'));
    expect(reported).toEqual([{ kind: 'unjudged' }]);
    expect(asked).toEqual(['r', 'lab', 'r']);
  }
});

test('other failures have an end, unless one of them is followed by an answer', async () => {
  const { asked, reported } = await follow('INTERNAL');
  expect(reported).toEqual([{ kind: 'unjudged' }]);
  expect(asked).toHaveLength(8);
  const lost = await follow(...Array(8).fill(['RUN_NOT_FOUND', 'INTERNAL']).flat());
  expect(lost.reported).toEqual([{ kind: 'unjudged' }]);
  const failing = Array(7).fill('INTERNAL');
  const found = await follow(...failing, run('running'), ...failing, run('done', { verdict: VERDICT }));
  expect(found.reported).toEqual([{ kind: 'judging' }, { kind: 'judged', verdict: VERDICT }]);
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
    for await (const step of followRun(api, IDS, ended.signal))
      expect(step).toEqual({ kind: 'queued', place: 40 });
  })();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.length).toBeLessThanOrEqual(20);
  expect(asked.filter((at) => at - begun <= 2000)).toHaveLength(3);
  ended.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  await done;
});
