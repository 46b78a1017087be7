import { expect, test } from 'vitest';
import { nameOf } from './imported.ts';

test('a name is cut between characters: the report of an import holds no half of one', () => {
  const name = nameOf(`${'n'.repeat(98)}😀 and more`, '');
  expect(name).toBe(`${'n'.repeat(98)}…`);
  expect(nameOf('', `${'p'.repeat(98)}😀 and more`).isWellFormed()).toBe(true);
});
