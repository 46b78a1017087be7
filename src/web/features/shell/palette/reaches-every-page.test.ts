import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { User } from '#contract/accounts/accounts';
import { ownCommands } from './commands.ts';

const ADMINISTRATOR = { role: 'admin' } as User;
const ROUTES = 'src/web/routes';

/** Addresses of administrators that need no more than themselves: no parameter, no frame around others. */
function fixedAdminPaths(): string[] {
  const files = readdirSync(ROUTES).filter((file) => file.startsWith('admin.'));
  const paths = files
    .filter(
      (file) =>
        !file.includes('$') &&
        !file.endsWith('_form.tsx') &&
        file !== 'admin._editors.tsx' &&
        file !== 'admin.settings.tsx',
    )
    .map(pathOf);
  // Most settings share one route, which has a title for each.
  const titles = readFileSync(`${ROUTES}/-settings.tsx`, 'utf8').matchAll(/^ {2}([a-z]+): m\./gm);
  const settings = [...titles].map(([, name]) => `/admin/settings/${name}`);
  return [...new Set([...paths, ...settings])];
}

function pathOf(file: string): string {
  const name = file
    .replace(/\.tsx$/, '')
    .replace(/\.index$/, '')
    .replace('._form', '');
  return `/${name.replaceAll('.', '/')}`;
}

/** Pages whose route says where the sidebar lists them, with that place. */
function listedPages(): { to: string; place: string }[] {
  return readdirSync(ROUTES).flatMap((file) => {
    const text = readFileSync(`${ROUTES}/${file}`, 'utf8');
    const entry = /sidebar: \{\s*group: '(\w+)',\s*position: (\d+),/.exec(text);
    return entry ? [{ to: pathOf(file), place: `${entry[1]} ${entry[2]}` }] : [];
  });
}

test('every page of administrators is in the sidebar, in the settings, or what is made there', () => {
  const items = listedPages().map(({ to }) => ({ to, label: () => to, icon: '' }));
  expect(items.length).toBeGreaterThan(15);
  const found = ownCommands(ADMINISTRATOR, items, () => undefined).flatMap(({ does }) =>
    'to' in does ? [does.to] : [],
  );
  const paths = fixedAdminPaths();
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !found.includes(path))).toEqual([]);
});

test('no two pages have one place in the sidebar', () => {
  const places = listedPages().map(({ place }) => place);
  expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
});
