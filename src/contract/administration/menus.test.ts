import { expect, test } from 'vitest';
import { menusForm } from './menus.ts';

const link = (changes: object) => ({ header: [{ label: 'Courses', to: '/courses', ...changes }] });

test('without a change the menus are those of the product, and a new link is for everyone', () => {
  expect(menusForm.parse({})).toEqual({ header: null, footer: null });
  expect(menusForm.parse(link({})).header).toEqual([
    { label: 'Courses', to: '/courses', audience: 'everyone' },
  ]);
});

test.each([
  { to: 'javascript:alert(1)' },
  { to: '//evil.test' },
  { to: 'data:text/html,<script>alert(1)</script>' },
  { label: '' },
  { label: 'Pay\u202ecod.exe' },
  { label: 'two\nlines' },
  { audience: 'admin' },
])('a link with %j is refused', (changes) => expect(menusForm.safeParse(link(changes)).success).toBe(false));
