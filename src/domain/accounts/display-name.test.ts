import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanName, looksLikeStaff, nameFault } from './display-name.ts';

const SCHOOL = 'Harbor School';

test.for([
  'Ada Lovelace',
  'J.R.R. Tolkien',
  'Dr. Grace Hopper, PhD',
  'Mary-Jane O’Neill',
  'José Ñuñez',
  'Łukasz Żółw',
  'Иван Петров',
  'محمد علی‌پور',
  'ශ්‍රී ලාල්',
  '山田 太郎',
  'Ada ❤️ 👩‍💻',
  'Li Na',
  'Lester Modine',
  'Teamu Adminsky',
  'St. John',
  'R2D2',
])('%s is a name', (name) => {
  expect(nameFault(name, SCHOOL)).toBeNull();
  expect(cleanName(name)).toBe(name);
});

test.for([
  'Ada\nYour account is closed',
  'Ada\r\nBcc: x',
  'Ada\u0000',
  'Ada\u202egnp.exe',
  'Ada\u2066Lovelace',
  'A\u200bdmin',
  'Ada\u2028Lovelace',
  'Ada\u200d',
  '\ufeffAda',
  'Ada\u00ad',
  '\u3164\u3164',
])('%j hides or turns something', (name) => {
  expect(nameFault(name, SCHOOL)).toBe('characters');
  expect(nameFault(cleanName(name), SCHOOL)).not.toBe('characters');
});

test.for([
  'Claim your prize at https://evil.example/x',
  'www.evil.example',
  'evil.com',
  'Visit evil.ru now',
  'evil。com',
  'ｅｖｉｌ．ｃｏｍ',
  'write to ada@evil.example',
  'javascript://x',
])('%s has an address in it', (name) => {
  expect(nameFault(name, SCHOOL)).toBe('address');
  expect(nameFault(cleanName(name), SCHOOL)).not.toBe('address');
});

test.for([
  'Administrator',
  'Lectern Administrator',
  'The Lectern team',
  'Harbor School',
  'HARBOR-SCHOOL billing',
  'Support',
  'School support',
  'S u p p o r t',
  'A.d.m.i.n',
  'Adm1n',
  'аdmin',
  'АDMINISTRATOR',
  'Sуstem',
  'Súpport',
  'Ｓｕｐｐｏｒｔ',
  '$upport',
  'no-reply',
  'Security',
  'administrat0r_1',
])('%s looks like staff', (name) => {
  expect(nameFault(name, SCHOOL)).toBe('staff');
});

test('a school with a short name takes no names away', () => {
  expect(looksLikeStaff('Ada Lovelace', 'Ada')).toBe(false);
  expect(looksLikeStaff('Ada Lovelace', '')).toBe(false);
});

test('whatever a name was, cleaned it is one line without hidden characters or addresses, and stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
      const clean = cleanName(name);
      expect(['staff', null]).toContain(nameFault(clean, SCHOOL));
      expect(cleanName(clean)).toBe(clean);
    }),
  );
});
