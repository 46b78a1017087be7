import { expect, test } from 'vitest';
import { readChecks } from './read-checks.ts';

test('what cannot be read is said with its line, while somebody is still typing', () => {
  expect(readChecks('- id: a\n\tname: b\n').faults).toEqual([
    { line: 2, said: 'indent with spaces instead of tabs' },
  ]);
  expect(readChecks('- id: a\n- *b').faults).toEqual([
    { line: 1, said: 'an alias leads nowhere, or stands for too much text' },
  ]);
  expect(readChecks('').faults).toEqual([]);
});
