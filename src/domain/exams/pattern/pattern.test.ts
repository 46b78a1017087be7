import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesPattern } from './matches-pattern.ts';
import { patternFault } from './pattern-fault.ts';

test.for([
  ['colou?r', 'color', true],
  ['colou?r', 'colouur', false],
  ['git (reset|restore) .+', 'git restore a.txt', true],
  ['git (reset|restore) .+', 'git restore ', false],
  ['\\d+(\\.\\d+)?', '3.14', true],
  ['\\d+(\\.\\d+)?', '3.', false],
  ['[a-c]+[^,]', 'abcx', true],
  ['[a-c]+[^,]', 'abc,', false],
  ['[-+]?\\d', '-7', true],
  ['\\w+', 'größe', true],
  ['a|', '', true],
  ['(a*)*', 'aaaa', true],
  ['(a*)*b', 'aaaa', false],
  ['a\\*b', 'a*b', true],
  ['', '', true],
  ['ab', 'xab', false],
] as const)('/%s/ and "%s": %s', ([pattern, text, fits]) => {
  expect(matchesPattern(text, pattern, true)).toBe(fits);
});

test('case counts only where the question says so', () => {
  expect(matchesPattern('GIT Reset', 'git [a-z]+', false)).toBe(true);
  expect(matchesPattern('GIT Reset', 'git [a-z]+', true)).toBe(false);
});

test.for([
  ['[^x]', 'x', false],
  ['[^x]', 'X', false],
  ['[^X]', 'x', false],
  ['[^a-c]+', 'xBy', false],
  ['[^x]', 'y', true],
  ['[x]', 'X', true],
] as const)('where case does not count, /%s/ and "%s": %s', ([pattern, text, fits]) => {
  expect(matchesPattern(text, pattern, false)).toBe(fits);
});

test.for([
  '(',
  ')',
  '[',
  '[]',
  '*a',
  'a**',
  'a{2}',
  '^a',
  'a$',
  '(?=a)',
  '\\',
  '\\b',
  '\\1',
  '[z-a]',
  'a'.repeat(201),
])('"%s" is refused with words', (pattern) => {
  expect(patternFault(pattern)).toMatchObject({ code: expect.any(String) });
});

test('whatever can be written fits what the built-in language says it fits', () => {
  const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '[^A-B]', '\\d', '(a|B)', '(ab)');
  const piece = fc.tuple(atom, fc.constantFrom('', '*', '+', '?')).map(([one, sign]) => one + sign);
  const pattern = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
  const text = fc
    .array(fc.constantFrom('a', 'A', 'b', '1'), { maxLength: 8 })
    .map((letters) => letters.join(''));
  fc.assert(
    fc.property(pattern, text, fc.boolean(), (source, given, caseSensitive) => {
      const builtIn = new RegExp(`^(?:${source})$`, caseSensitive ? 'u' : 'iu');
      expect(matchesPattern(given, source, caseSensitive)).toBe(builtIn.test(given));
    }),
    { numRuns: 2000 },
  );
});

test('patterns that keep other engines busy for years are decided at once', () => {
  const begin = performance.now();
  for (const source of ['(a+)+b', '(a|a)*b', '(a*)*(a*)*b', '(.*)*x', `${'a?'.repeat(60)}${'a'.repeat(60)}`])
    matchesPattern('a'.repeat(1000), source, false);
  expect(performance.now() - begin).toBeLessThan(2000);
});
