import { expect, test } from 'vitest';
import { isSchoolName, PRODUCT, resolveSchool } from './school.ts';

const NONE = { name: '', description: '', poweredBy: true };

test('a school goes by its name, else by its title for search engines, else by that of the product', () => {
  const seo = { title: 'Harbor courses', description: 'Found' };
  expect(resolveSchool({ ...NONE, name: 'Harbor', description: 'Ours' }, seo)).toEqual({
    name: 'Harbor',
    description: 'Ours',
    poweredBy: true,
  });
  expect(resolveSchool(NONE, seo)).toEqual({
    name: 'Harbor courses',
    description: 'Found',
    poweredBy: true,
  });
  expect(resolveSchool(NONE, { title: '', description: '' })).toEqual({
    name: PRODUCT,
    description: '',
    poweredBy: false,
  });
  expect(resolveSchool(NONE, { title: 'Har\u202ebor\r\nBcc: x', description: '' }).name).toBe(
    'Har bor Bcc: x',
  );
});

test.each(['Harbor School', 'boot.dev', 'École d’été', '東京コード塾', 'R&D "Lab" 24/7', 'دانشگاه می‌خواهم'])(
  'a school may be called %s',
  (name) => expect(isSchoolName(name)).toBe(true),
);

test.each([
  'A\r\nBcc: all@x.test',
  'A\u202ekcab',
  'A\u200bB',
  'A\u0007B',
  '<b>A</b>',
  'A > B',
  'https://evil.test',
  'admin@evil.test',
])('a school may not be called %j', (name) => expect(isSchoolName(name)).toBe(false));
