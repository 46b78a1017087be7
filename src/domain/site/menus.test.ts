import { expect, test } from 'vitest';
import { isLinkAddress, isOwnPage, LINK_AUDIENCES, seesLink } from './menus.ts';

test.each([
  '/',
  '/courses',
  '/courses/sql-from-scratch',
  '/courses?level=beginner#top',
  '/blogs?tag=a%20b',
  'https://school.test',
  'http://school.test/a?b=c#d',
  'https://школа.test/я',
])('a link may lead to %s', (address) => expect(isLinkAddress(address)).toBe(true));

test.each([
  '',
  'courses',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://x',
  '//evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/..//evil.test',
  '/courses//evil.test',
  '/./x',
  '/a/..',
  '/\t/evil.test',
  'https:evil.test',
  'https://school.test@evil.test',
  'https://',
  'https://a"onclick=b',
  '/x\u202e',
  'mailto:a@x.test',
])('no link may lead to %j', (address) => expect(isLinkAddress(address)).toBe(false));

test('only a plain path is a page that the router opens', () => {
  expect(['/', '/courses', '/a/b-c_d/'].every(isOwnPage)).toBe(true);
  expect(['/$slug', '/courses?x', '/a#b', 'https://x.test', '/a.b', '//x', '/a//b'].some(isOwnPage)).toBe(
    false,
  );
  // Read in one go, however long it is.
  expect(isOwnPage(`/${'a'.repeat(100_000)}!`)).toBe(false);
});

test('a link is seen by those it is for', () => {
  const member = (subscriptionTier: 'free' | 'basic' | 'premium', role = 'user') => ({
    role,
    subscriptionTier,
  });
  const seen = (user: Parameters<typeof seesLink>[1]) =>
    LINK_AUDIENCES.filter((audience) => seesLink(audience, user));
  expect(seen(null)).toEqual(['everyone', 'visitors']);
  expect(seen(member('free'))).toEqual(['everyone', 'members']);
  expect(seen(member('basic'))).toEqual(['everyone', 'members', 'basic']);
  expect(seen(member('premium'))).toEqual(['everyone', 'members', 'basic', 'premium']);
  expect(seen(member('free', 'admin'))).toEqual(['everyone', 'members', 'basic', 'premium']);
});
