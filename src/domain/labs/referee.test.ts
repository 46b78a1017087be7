import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DOUBLING, labOf } from '#tests/kit/labs';
import type { LabCheck } from './lab-spec.ts';
import type { Player } from './player.ts';
import type { Answer, TimedQuestion } from './question.ts';
import { type Extent, referee } from './referee.ts';

/** Players that answer by a function; what they were asked is kept. */
function bench(answer: (question: TimedQuestion) => unknown) {
  const asked: TimedQuestion[] = [];
  let opened = 0;
  const open = async (): Promise<Player> => {
    opened += 1;
    return {
      ask: async (question) => {
        asked.push(question);
        return (question.op === 'load' ? { value: null } : answer(question)) as Answer;
      },
      close: async () => {},
    };
  };
  return { instruments: { open }, asked, opened: () => opened };
}

const right = (question: TimedQuestion) =>
  question.op === 'call' ? { value: Number(question.args[0]) * 2 } : { value: null };

test('right answers pass and earn their points', async () => {
  const verdict = await referee(labOf(DOUBLING), {}, bench(right).instruments, 'all');
  expect(verdict).toMatchObject({ passed: true, points: 2, most: 2 });
});

test('loading has a time of its own, and code the time of the lab', async () => {
  const { asked, instruments } = bench(right);
  await referee(labOf(DOUBLING), {}, instruments, 'visible');
  expect(asked.map(({ ms, op }) => [op, ms])).toEqual([
    ['load', 15_000],
    ['call', 1000],
  ]);
});

test('a player is never told an expected value, the name of a check or a hint', async () => {
  const { instruments, asked } = bench(right);
  await referee(labOf(DOUBLING), { 'src/double.js': '' }, instruments, 'all');
  const reported = JSON.stringify(asked);
  for (const secret of ['42', 'hidden', 'equals', 'What is', '"two"']) expect(reported).not.toContain(secret);
});

test('of a hidden check the verdict holds no value, output or question', async () => {
  const { instruments } = bench(() => ({ value: 7, out: 'learner prints 21' }));
  const { results } = await referee(labOf(DOUBLING), {}, instruments, 'all');
  expect(results[1]).toEqual({
    id: 'b',
    name: 'hidden',
    hidden: true,
    ok: false,
    points: 1,
    hint: 'What is twice 21?',
  });
  expect(results[0]).toMatchObject({ expected: '2', actual: '7', asked: 'double(1)' });
});

test('a player that died is replaced, and after three the rest is not asked', async () => {
  const checks = Array.from({ length: 9 }, (_, index) => ({ ...DOUBLING[0], id: `c${index}` }) as never);
  const { instruments, opened } = bench(() => ({ error: { name: 'Died', message: '' } }));
  const verdict = await referee(labOf(checks), {}, instruments, 'all');
  expect(opened()).toBe(3);
  expect(verdict.results.map(({ ok }) => ok)).toEqual(Array(9).fill(false));
  expect(verdict.results[0]?.fault).toBe('Died');
});

test('checks that are set up alike one after the other share a player, and the others do not', async () => {
  const probe = { kind: 'answer', file: '1.sql', rows: [] } as const;
  const setups = [undefined, undefined, 'a', 'a', 'b', undefined];
  const checks = setups.map((setup, index) => ({
    id: `c${index}`,
    name: 'c',
    probe,
    ...(setup !== undefined && { setup }),
  }));
  const { asked, instruments, opened } = bench(() => ({ value: [] }));
  const spec = labOf(checks, { runner: 'sql', given: { 's.sql': 's' }, setup: ['s.sql'] });
  await referee(spec, {}, instruments, 'all');
  expect(opened()).toBe(4);
  expect(asked.map((one) => (one.op === 'setup' ? one.code : one.op)).join(' ')).toBe(
    'load s query query load s a query query load s b query load s query',
  );
});

/** Players with a memory: each call answers how many calls it has had, and prints what all of them were. */
function remembering() {
  const told: number[][] = [];
  const open = async (): Promise<Player> => {
    const seen: number[] = [];
    told.push(seen);
    return {
      ask: async (question) => {
        if (question.op !== 'call') return { value: null };
        seen.push(Number(question.args[0]));
        return { value: seen.length, out: seen.join() };
      },
      close: async () => {},
    };
  };
  return { instruments: { open }, told };
}

/** Checks whose calls expect to be the so many-th of their player, those of the given ids hidden. */
const counting = (expected: readonly number[], hidden: readonly number[]) =>
  labOf(
    expected.map((equals, id) => ({
      id: `c${id}`,
      name: 'c',
      ...(hidden.includes(id) && { hidden: true }),
      probe: { kind: 'call', module: 'm', call: 'f', args: [id], equals } as const,
    })),
  );

test('nothing that code saw of a hidden check is in the output of a visible one', async () => {
  const { instruments, told } = remembering();
  const { passed, results } = await referee(counting([1, 2, 2, 4, 3], [1, 3]), {}, instruments, 'all');
  expect(results.map(({ out }) => out)).toEqual(['0', undefined, '0,2', undefined, '0,2,4']);
  // The hidden ones find what all before them leave behind.
  expect(told).toEqual([
    [0, 2, 4],
    [0, 1, 2, 3],
  ]);
  expect(passed).toBe(true);
});

test('for the author checks are asked as for a learner, and what hidden ones found is reported', async () => {
  const { instruments, told } = remembering();
  const spec = counting([1, 2, 3], [1]);
  const { passed, results } = await referee(spec, {}, instruments, 'revealed');
  expect(told).toEqual([
    [0, 2],
    [0, 1],
  ]);
  expect(passed).toBe(false);
  expect(results).toMatchObject([
    { ok: true },
    { ok: true, hidden: false, asked: 'f(1)', actual: '2', out: '0,1' },
    { ok: false, asked: 'f(2)', expected: '3', actual: '2' },
  ]);
});

test('visible checks find what they find in the page, and hidden ones all that is before them', async () => {
  const check = fc.record(
    { hidden: fc.boolean(), fresh: fc.boolean(), setup: fc.constantFrom('a', 'b') },
    { requiredKeys: [] },
  );
  const property = fc.asyncProperty(fc.array(check, { maxLength: 9 }), async (settings) => {
    const { checks } = counting(Array(settings.length).fill(0), []);
    const spec = labOf(checks.map((one, at) => ({ ...one, ...settings[at] })));
    const find = async (extent: Extent, { checks: asked } = spec) => {
      const { results } = await referee({ ...spec, checks: asked }, {}, remembering().instruments, extent);
      return Object.fromEntries(results.map(({ id, out }) => [id, out]));
    };
    const isHidden = new Set(spec.checks.filter(({ hidden }) => hidden).map(({ id }) => id));
    const inOrder = await find('all', {
      ...spec,
      checks: spec.checks.map((one) => ({ ...one, hidden: false })),
    });
    const inPage = await find('visible');
    const expected = Object.entries(inOrder).map(([id, out]) => [id, isHidden.has(id) ? out : inPage[id]]);
    expect(await find('revealed')).toEqual(Object.fromEntries(expected));
  });
  await fc.assert(property, { numRuns: 500 });
});

test('visible checks share a player as in the page, whatever is hidden between them', async () => {
  const rows = { file: '1.sql', rows: [] };
  const checks: LabCheck[] = [
    { id: 'a', name: 'a', probe: { kind: 'answer', ...rows } },
    { id: 'b', name: 'b', hidden: true, fresh: true, probe: { kind: 'answer', ...rows } },
    { id: 'c', name: 'c', probe: { kind: 'sql', sql: 'table t', rows: [] } },
    { id: 'd', name: 'd', hidden: true, setup: 'd', probe: { kind: 'answer', ...rows } },
    { id: 'e', name: 'e', probe: { kind: 'sql', sql: 'table e', rows: [] } },
  ];
  const ask = async (extent: Extent) => {
    const { asked, instruments } = bench(() => ({ value: [] }));
    const files = { '1.sql': 'select' };
    await referee(labOf(checks, { runner: 'sql' }), files, instruments, extent);
    return asked.map((question) => (question.op === 'query' ? question.sql : question.op));
  };
  const page = await ask('visible');
  expect(page).toEqual(['load', 'select', 'table t', 'table e']);
  expect((await ask('all')).slice(0, page.length)).toEqual(page);
});

test('hidden checks that follow the visible ones share their player', async () => {
  const { instruments, told } = remembering();
  const { passed } = await referee(counting([1, 2, 3, 4], [2, 3]), {}, instruments, 'all');
  expect(told).toEqual([[0, 1, 2, 3]]);
  expect(passed).toBe(true);
});

test('a visible check that stopped its player is not asked again for a hidden one', async () => {
  const asked: unknown[] = [];
  const answer = (question: TimedQuestion) => {
    if (question.op !== 'call') return { value: null };
    asked.push(question.args[0]);
    return question.args[0] === 0 ? { error: { name: 'Timeout', message: '' } } : { value: 1 };
  };
  const { instruments } = bench(answer);
  const { results } = await referee(counting([1, 1, 1], [1]), {}, instruments, 'all');
  expect(asked).toEqual([0, 2, 1]);
  expect(results.map(({ ok }) => ok)).toEqual([false, true, true]);
});

test('of the limits that a hidden check reached, only that of time is reported', async () => {
  const faultOf = async (name: string) => {
    const { instruments } = bench(() => ({ error: { name, message: '' } }));
    return (await referee(labOf(DOUBLING), {}, instruments, 'all')).results[1]?.fault;
  };
  expect(await faultOf('Timeout')).toBe('Timeout');
  for (const name of ['Died', 'OutOfMemory', 'RecursionError', 'Garbled'])
    expect(await faultOf(name)).toBeUndefined();
});

test('a verdict is short, whatever is answered', async () => {
  const long = 'x'.repeat(50_000);
  const headers = Object.fromEntries(
    Array.from({ length: 900 }, (_, at) => [`${at}${long.slice(0, 500)}`, long]),
  );
  const checks = Array.from({ length: 60 }, (_, at) => ({
    id: `c${at}`,
    name: 'c',
    probe: { kind: 'http', module: 'm', request: { method: 'GET', path: '/' }, body: 'y' } as const,
  }));
  const judge = async (count: number) => {
    const { instruments } = bench(({ op }) =>
      op === 'http' ? { value: { status: 200, headers, body: long }, out: long } : { value: null },
    );
    return referee(labOf(checks.slice(0, count), { runner: 'http' }), {}, instruments, 'all');
  };
  for (const count of [1, 8, 60]) expect(JSON.stringify(await judge(count)).length).toBeLessThan(100_000);
  expect((await judge(60)).results[59]?.actual).toMatch(/^x{50,}…$/);
});

test('a player that cannot be opened is no fault of the learner', async () => {
  const open = () => Promise.reject(new Error('does not start'));
  await expect(referee(labOf(DOUBLING), {}, { open }, 'all')).rejects.toThrow('does not start');
});

test('a lab without checks is passed by nobody', async () => {
  expect((await referee(labOf([]), {}, bench(right).instruments, 'all')).passed).toBe(false);
});

test('whatever is answered, only the expected value passes and nothing is thrown', async () => {
  const answers = fc.oneof(
    fc.jsonValue(),
    fc.record({ value: fc.jsonValue() }),
    fc.record({
      value: fc.record({ t: fc.constantFrom('array', 'object', 'set', 'map', 'x'), v: fc.jsonValue() }),
    }),
    fc.record({ passed: fc.constant(true), ok: fc.constant(true), results: fc.jsonValue() }),
  );
  const property = fc.asyncProperty(answers, async (answer) => {
    const verdict = await referee(labOf(DOUBLING), {}, bench(() => answer).instruments, 'all');
    expect(verdict.passed).toBe(false);
    expect(verdict.results).toHaveLength(2);
  });
  await fc.assert(property, { numRuns: 300 });
});

test('of a reply parts are compared: what must be there, and what must not', async () => {
  const parts = { contains: ['HttpOnly', 'SameSite=Lax'], lacks: ['Secure'] };
  const probe = { kind: 'http', module: 'server', request: { method: 'GET', path: '/' } } as const;
  const checks = [
    { id: 'cookie', name: 'cookie', probe: { ...probe, headers: { 'set-cookie': parts } } },
    { id: 'body', name: 'body', probe: { ...probe, body: { contains: ['&lt;b&gt;'], lacks: ['<b>'] } } },
  ];
  const reply = (cookie: string, body: string) => (question: { op: string }) =>
    question.op === 'http'
      ? { value: { status: 200, headers: { 'Set-Cookie': cookie }, body } }
      : { value: null };
  const judged = async (cookie: string, body: string) => {
    const { instruments } = bench(reply(cookie, body) as never);
    const { results } = await referee(labOf(checks, { runner: 'http' }), {}, instruments, 'all');
    return results.map(({ expected, ok }) => (ok ? true : expected));
  };
  expect(await judged('sid=1; httponly; samesite=lax', 'a &lt;b&gt;')).toEqual([true, true]);
  expect(await judged('sid=1; HttpOnly', 'a <b>')).toEqual(['…SameSite=Lax…', '…&lt;b&gt;…']);
  expect(await judged('HttpOnly; SameSite=Lax; secure', '&lt;b&gt;<b>')).toEqual(['≠ …Secure…', '≠ …<b>…']);
});
