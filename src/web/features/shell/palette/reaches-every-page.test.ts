import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { User } from '#contract/accounts/accounts';
import { ADMIN_GROUPS } from '../sidebar-items.ts';
import { ownCommands } from './commands.ts';

const ADMINISTRATOR = { role: 'admin' } as User;

/** Addresses of administrators that need no more than themselves: no parameter, no frame around others. */
function fixedAdminPaths(): string[] {
  const files = readdirSync('src/web/routes').filter((file) => file.startsWith('admin.'));
  const paths = files
    .filter((file) => !file.includes('$') && !file.endsWith('_form.tsx') && file !== 'admin.settings.tsx')
    .map((file) =>
      file
        .replace(/\.tsx$/, '')
        .replace(/\.index$/, '')
        .replace('._form', ''),
    )
    .map((name) => `/${name.replaceAll('.', '/')}`);
  // Most settings share one route, which has a title for each.
  const titles = readFileSync('src/web/routes/-settings.tsx', 'utf8').matchAll(/^ {2}([a-z]+): m\./gm);
  const settings = [...titles].map(([, name]) => `/admin/settings/${name}`);
  return [...new Set([...paths, ...settings])];
}

test('every page of administrators is in the sidebar, in the settings, or what is made there', () => {
  const found = ownCommands(ADMINISTRATOR, () => undefined).flatMap(({ does }) =>
    'to' in does ? [does.to] : [],
  );
  const paths = fixedAdminPaths();
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !found.includes(path))).toEqual([]);
});

test('no page stands in two groups', () => {
  const all = ADMIN_GROUPS.flatMap(({ items }) => items.map(({ to }) => to));
  expect(new Set(all).size).toBe(all.length);
});
