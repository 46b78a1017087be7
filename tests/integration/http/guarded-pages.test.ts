import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test as plain } from 'vitest';
import { openWebApp } from '#tests/attack/content/drawn-pages';
import { openSchool } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';

const ROUTES = 'src/web/routes';

const files = readdirSync(ROUTES).filter((file) => !file.startsWith('-') && file !== 'admin.$.tsx');
const textOf = (file: string) => readFileSync(`${ROUTES}/${file}`, 'utf8');

/** The address of a route, with `x` for each of its parameters. */
function pathOf(file: string): string {
  const parts = file.replace(/\.tsx$/, '').split('.');
  const named = parts.filter((part) => part !== 'index' && !part.startsWith('_'));
  return `/${named.map((part) => (part.startsWith('$') ? 'x' : part.replace(/_$/, ''))).join('/')}`;
}

const pathsOf = (guarded: (file: string) => boolean) => [...new Set(files.filter(guarded).map(pathOf))];
const admins = pathsOf((file) => file.startsWith('admin.'));
const members = pathsOf((file) => textOf(file).includes('beforeLoad: requireMember'));

let web: Awaited<ReturnType<typeof openWebApp>>;
beforeAll(async () => {
  web = await openWebApp();
});

/** Status and target of the answer to a GET of each address. */
async function answersOf(ask: (path: string) => Promise<Response>, paths: readonly string[]) {
  const answers: Record<string, string> = {};
  for (const path of paths) {
    const response = await ask(path);
    await response.arrayBuffer();
    answers[path] = `${response.status} ${response.headers.get('location')}`;
  }
  return answers;
}

const all = (paths: readonly string[], answer: (path: string) => string) =>
  Object.fromEntries(paths.map((path) => [path, answer(path)]));

test('a visitor is sent to sign in from every page of members and of administrators', async ({ db }) => {
  const { ask } = await openSchool(db, { web });
  const paths = [...members, ...admins];
  expect(paths.length).toBeGreaterThan(45);
  expect(await answersOf((path) => ask('visitor', 'GET', path), paths)).toEqual(
    all(paths, (path) => `307 /login?redirect=${encodeURIComponent(path)}`),
  );
});

test('a member is sent to the dashboard from every page of administrators', async ({ db }) => {
  const { ask } = await openSchool(db, { web });
  expect(await answersOf((path) => ask('free', 'GET', path), admins)).toEqual(
    all(admins, () => '307 /dashboard'),
  );
});

plain('no route guards itself in the browser alone, where a redirect would cut into hydration', () => {
  const inBrowser = files.filter((file) => textOf(file).includes('ssr: false'));
  expect(inBrowser).not.toEqual([]);
  expect(inBrowser.filter((file) => textOf(file).includes('beforeLoad'))).toEqual([]);
});
