import { afterAll, expect, test } from 'vitest';
import type { LabSpec } from '#domain/labs/lab-spec';
import { authorJudge } from '#server/platform/judge/author-judge';
import { openJudge } from '#server/platform/judge/open-judge';
import { labOf } from '#tests/kit/labs';
import { proveLab } from './prove-lab.ts';

const judge = authorJudge(async () => openJudge({ hide: [] }));
afterAll(() => judge.close());

const START = { 'count.js': 'export const next = () => 0;\n' };
const SOLUTION = { 'count.js': 'let last = 0;\nexport const next = () => (last += 1);\n' };

/** Checks of a function that counts its calls: what each expects, and which are hidden. */
const counting = (expected: readonly number[], hidden: readonly number[]) =>
  labOf(
    expected.map((equals, at) => ({
      id: `c${at}`,
      name: 'c',
      hidden: hidden.includes(at),
      probe: { kind: 'call', module: 'count', call: 'next', args: [], equals } as const,
    })),
  );
const prove = (spec: LabSpec) => proveLab(judge, { spec, files: START, solution: SOLUTION, source: {} });

test('a lab whose visible check passes only after a hidden one is refused, as it fails for every learner', async () => {
  expect(await prove(counting([1, 2, 3], [1]))).toEqual([
    { file: '', line: null, said: 'solution: fails check c2 (next(); expected 3; got 2)' },
  ]);
  expect(await prove(counting([1, 2, 2], [1]))).toEqual([]);
}, 60_000);

test('of a hidden check that the solution fails, the author sees what it found', async () => {
  expect(await prove(counting([1, 5], [1]))).toEqual([
    { file: '', line: null, said: 'solution: fails check c1 (next(); expected 5; got 2)' },
  ]);
}, 60_000);
