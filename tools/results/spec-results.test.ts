import { expect, test } from 'vitest';
import { openAfter, outcomes } from './spec-results.ts';

const statement = (...tests: string[]) => ({ id: '2.1', says: 'something', words: [], tests });
const run = outcomes(
  '/repo',
  {
    testResults: [
      {
        name: '/repo/src/a.test.ts',
        assertionResults: [
          { title: 'by the policy low the password "x" is fine: true', status: 'passed' },
          { title: 'this one', status: 'failed', failureMessages: ['expected 1 to be 2'] },
        ],
      },
    ],
  },
  {
    suites: [
      {
        suites: [
          {
            specs: [
              {
                title: 'is seen',
                ok: true,
                file: 'shell.spec.ts',
                tests: [{ results: [{ errors: [{ message: 'too late' }] }, { errors: [] }] }],
              },
            ],
          },
        ],
      },
    ],
  },
);

test('a statement is met when all of its tests ran and passed', () => {
  const met = statement('shell › is seen', 'src/a.test.ts › by the policy %s the password "%s" is fine: %s');
  expect(openAfter([met], run)).toEqual([]);
});

test('a statement is open when a test of it failed or did not run', () => {
  const failed = statement('shell › is seen', 'src/a.test.ts › this one');
  const absent = statement('shell › is not there');
  expect(openAfter([failed, absent], run)).toEqual([failed, absent]);
});

test('an outcome says of each try how it failed', () => {
  expect(run.map(({ failures }) => failures)).toEqual([[], ['expected 1 to be 2'], ['too late']]);
});
