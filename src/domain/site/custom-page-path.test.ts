import { expect, test } from 'vitest';
import { customPagePath, customPageSlug, withPageSlug } from './custom-page-path.ts';

test('the slug of a page is read from its address, whatever follows', () => {
  for (const address of ['/pages/team', '/pages/team/', '/pages/team?from=menu', '/pages/team#people'])
    expect(customPageSlug(address)).toBe('team');
  expect(customPageSlug(customPagePath('our-team'))).toBe('our-team');
});

test('other addresses lead to no page of the school', () => {
  for (const address of [
    '/about',
    '/pages',
    '/pages/',
    '/pages/a/b',
    '/pagesteam',
    'https://x.example/pages/team',
  ])
    expect(customPageSlug(address)).toBeNull();
});

test('a renamed page keeps what stood behind its address', () => {
  expect(withPageSlug('/pages/team?from=menu#people', 'about-us')).toBe('/pages/about-us?from=menu#people');
});
