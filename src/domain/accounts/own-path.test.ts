import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

test('a path on this site is kept with its search and hash', () => {
  expect(ownPath('/courses/sql?section=a#b')).toBe('/courses/sql?section=a#b');
});

test.each([
  undefined,
  '',
  'https://evil.test',
  '//evil.test',
  '/\\evil.test',
  'javascript:alert(1)',
  '\\\\evil.test',
  'evil',
  '/\t/evil.test',
  '/\n/evil.test',
  '/\t/[',
  '/\n/a:99999',
  '/..//evil.test/',
  '/.//evil.test/',
  '/courses/..//evil.test/',
  `/${'界'.repeat(300)}`,
])('%s leads to the dashboard', (wanted) => {
  expect(ownPath(wanted)).toBe('/dashboard');
});
