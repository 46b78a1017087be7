import { expect, test } from 'vitest';
import { meetsPolicy, type PasswordPolicy } from './password-policy.ts';

const table: readonly [PasswordPolicy | null, string, boolean][] = [
  [null, 'abcde', false],
  [null, 'abcdef', true],
  ['low', 'abcdefg', false],
  ['low', 'abcdefgh', true],
  ['medium', 'abcdefgh', false],
  ['medium', '12345678', false],
  ['medium', 'abcdefg1', true],
  ['medium', 'äöüßéçø9', true],
  ['high', 'Abcdefgh1!x', false],
  ['high', 'Abcdefgh1!xy', true],
  ['high', 'abcdefgh1!xy', false],
  ['high', 'ABCDEFGH1!XY', false],
  ['high', 'Abcdefghi!xy', false],
  ['high', 'Abcdefgh12xy', false],
  ['high', 'Abcdefgh1 xy', false],
];

test.each(table)('by the policy %s the password "%s" is fine: %s', (policy, password, isFine) => {
  expect(meetsPolicy(policy, password)).toBe(isFine);
});

test('a character outside the basic plane counts once', () => {
  expect(meetsPolicy(null, '🔑🔑🔑')).toBe(false);
});
