import { expect, test } from 'vitest';
import { isSidebarOpen, sidebarCookie } from './sidebar-cookie.ts';

test('the sidebar is open unless it was closed', () => {
  expect(isSidebarOpen('')).toBe(true);
  expect(isSidebarOpen('a=1; lectern_sidebar=open')).toBe(true);
  expect(isSidebarOpen('a=1; lectern_sidebar=closed; b=2')).toBe(false);
});

test('its state is kept for 7 days', () => {
  expect(sidebarCookie(false)).toBe('lectern_sidebar=closed; Path=/; Max-Age=604800; SameSite=Lax');
});
