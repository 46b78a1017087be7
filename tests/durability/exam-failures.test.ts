import { expect, test } from 'vitest';
import { readSource, repositoryFiles } from '#tools/source-files';
import { EXAM_FAILURES } from './exam-failures.ts';

const DEMANDED = [
  'Artemis #1770',
  'Artemis #1903',
  'lms-front #847',
  'Coursemology #2102',
  'frappe/lms #2659',
  'frappe/lms #1730',
  'Chamilo #3561',
  'R1',
  'R2',
  'R3',
  'R13',
];

test('every failure that others had, and every proof that is demanded, has a test', () => {
  const reported = new Set(EXAM_FAILURES.map(({ source }) => source));
  expect(DEMANDED.filter((source) => !reported.has(source))).toEqual([]);
  expect(EXAM_FAILURES.filter(({ tests }) => tests.length === 0)).toEqual([]);
});

test('every test that is named is there', () => {
  const files = new Set(repositoryFiles());
  const missing = EXAM_FAILURES.flatMap(({ tests }) =>
    tests.filter(([file, name]) => !files.has(file) || !readSource(file).includes(name)),
  );
  expect(missing).toEqual([]);
});
