import { expect, test } from 'vitest';
import { RUNNERS } from '#domain/labs/runners';
import { checkExamples } from './check-examples.ts';
import { readChecks } from './read-checks.ts';

test.each(RUNNERS)('the example of %s is read without a fault', (runner) => {
  const { checks, faults } = readChecks(checkExamples(runner));
  expect(faults).toEqual([]);
  expect(checks).toHaveLength(2);
});
