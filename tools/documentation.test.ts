import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exampleMark } from '#domain/labs/examples';
import {
  FIRST_LOCK_SECONDS,
  FREE_BY_DEVICE,
  FREE_BY_ORIGIN,
  LONGEST_LOCK_SECONDS,
} from '#server/areas/accounts/sign-in/lockout-sql';
import {
  FIRST_LOCK_SECONDS as FIRST_FACTOR_LOCK,
  FREE_TRIES,
  LONGEST_LOCK_SECONDS as LONGEST_FACTOR_LOCK,
} from '#server/areas/accounts/two-factor/two-factor-sql';
import { KEPT } from '#server/areas/courses/versions/version-sql';
import { SHORTEST_PASSPHRASE as SHORTEST } from '#server/backup-settings';
import { RESERVE_BYTES } from '#server/db/embedded/disk-watch';
import { RETRY_SECONDS } from '#server/jobs/mail-relay';
import { DOCUMENTATION } from '../src/web/features/site-admin/documentation/documentation-topics.ts';
import { documentationWords } from '../src/web/features/site-admin/documentation/documentation-words.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const FILE = 'messages/en/documentation.json';
const SOURCES = Object.entries(JSON.parse(read(FILE)) as Record<string, string>);
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** Numbers that stand in a text as digits, in its order, each from the place that decides it. */
const NUMBERS: Readonly<Record<string, readonly number[]>> = {
  documentation_courses_history_text: [KEPT],
  documentation_users_signin_text: [
    FREE_BY_ORIGIN,
    FIRST_LOCK_SECONDS / 60,
    LONGEST_LOCK_SECONDS / 60,
    FREE_BY_DEVICE,
    FREE_TRIES,
    FIRST_FACTOR_LOCK / 60,
    LONGEST_FACTOR_LOCK / 3600,
  ],
  documentation_mails_none_text: [
    Math.round(RETRY_SECONDS.reduce<number>((sum, delay) => sum + delay, 0) / 3600),
  ],
  // What a machine judges that judges nothing.
  documentation_labs_server_text: [0],
  documentation_backups_make_text: [SHORTEST],
  // Days that mean: backups are made elsewhere.
  documentation_trouble_alerts_text: [0],
  // The status of HTTP for a server that is well.
  documentation_trouble_slow_text: [200, RESERVE_BYTES / 1024 ** 2],
};

/** Every text of every other message, without what is filled in. */
function productTexts(): string {
  const texts = globSync('messages/en/*.json', { cwd: ROOT })
    .filter((file) => file !== FILE)
    .map(read);
  const domain = globSync('src/{domain,server}/**/*.ts', { cwd: ROOT }).map(read);
  return [...texts, ...domain].join('\n');
}

test('names of pages, buttons and settings are taken from the messages of the product', () => {
  const literal = SOURCES.flatMap(([key, text]) =>
    all(text, /\*\*(.+?)\*\*/g)
      .filter((name) => !/^\{\w+\}$/.test(name))
      .map((name) => `${key}: ${name}`),
  );
  expect(literal).toEqual([]);
  const source = read('src/web/features/site-admin/documentation/documentation-words.ts').replace(
    /^import .*$/gm,
    '',
  );
  expect(source).not.toMatch(/['"`]/);
  expect(source.match(/m\.\w+\(\)/g)?.length).toBeGreaterThan(60);
});

test('what is quoted is a text of the product, word for word', () => {
  const product = productTexts();
  const quoted = SOURCES.flatMap(([, text]) => all(text, /“(.+?)”/g));
  expect(quoted.length).toBeGreaterThan(4);
  expect(quoted.filter((text) => !/^\{\w+\}$/.test(text) && !product.includes(text))).toEqual([]);
  const otherQuotes = SOURCES.filter(([, text]) => /(^|[\s(])'[^']+'/.test(text)).map(([key]) => key);
  expect(otherQuotes).toEqual([]);
});

test('every number is the one that the product keeps to', () => {
  const digits = (text: string) => all(text, /(?<![\w.])(\d+(?:\.\d+)?)(?![\w.]*\w)/g).map(Number);
  const withoutSteps = (text: string) => text.replaceAll(/^\d+\. /gm, '');
  for (const [key, text] of SOURCES)
    expect([key, digits(withoutSteps(text))]).toEqual([key, NUMBERS[key] ?? []]);
});

test('every command, option, variable and path is there', () => {
  const code = SOURCES.flatMap(([, text]) => all(text, /`([^`]+)`/g));
  const commands = read('src/server/cli/lectern.ts');
  const settings = [
    'config.ts',
    'backup-settings.ts',
    'sign-in-settings.ts',
    'setting-names.ts',
    'cli/ask-passphrase.ts',
  ]
    .map((file) => read(`src/server/${file}`))
    .join('\n');
  const paths = globSync('src/server/http/{,health/,metrics/}*.ts', { cwd: ROOT }).map(read).join('\n');
  const scripts = read('package.json');
  const unknown = code.filter((words) => {
    const [, command, rest = ''] = /^npm run lectern -- ([a-z-]+)(.*)$/.exec(words) ?? [];
    if (command !== undefined)
      return (
        !new RegExp(`usage: '${command}[ ']`).test(commands) ||
        all(rest, /(--[a-z-]+)/g).some((option) => !commands.includes(`'${option}'`))
      );
    if (/^[A-Z0-9_]+$/.test(words)) return !settings.includes(words);
    const [, script] = /^npm run ([a-z-]+)$/.exec(words) ?? [];
    if (script !== undefined) return !scripts.includes(`"${script}"`);
    if (words.startsWith('docs/')) return !existsSync(join(ROOT, words));
    if (exampleMark(words, 'run') || exampleMark('sql', words) || settings.includes(`'${words}'`))
      return false;
    if (words.startsWith('--')) return !commands.includes(`'${words}'`);
    if (words.startsWith('/')) return !paths.includes(`'${words}'`);
    return words !== 'outbox';
  });
  expect(code.length).toBeGreaterThan(20);
  expect(unknown).toEqual([]);
});

test('steps are counted from one', () => {
  const steps = SOURCES.flatMap(([key, text]) => {
    const numbers = all(text, /^(\d+)\. /gm).map(Number);
    return numbers.length > 0 ? [{ key, numbers }] : [];
  });
  expect(steps.length).toBeGreaterThan(25);
  for (const { key, numbers } of steps)
    expect({ key, numbers }).toEqual({ key, numbers: numbers.map((_, at) => at + 1) });
});

test('every link leads to a page, and every text is complete', () => {
  const routes = globSync('src/web/routes/*.tsx', { cwd: ROOT }).flatMap((file) =>
    all(read(file), /createFileRoute\('([^']+)'\)/g),
  );
  // What begins with an underscore holds pages and is not part of their addresses.
  const pages = new Set(routes.map((path) => path.replace(/\/_[^/]+/g, '').replace(/(.)\/$/, '$1')));
  const entries = DOCUMENTATION.flatMap((topic) => topic.entries);
  expect(entries.length).toBeGreaterThan(55);
  const words = documentationWords();
  const lost = entries.flatMap(({ links }) => links.map(({ to }) => to)).filter((to) => !pages.has(to));
  // One route holds several of the settings, by their names.
  const settings = all(read('src/web/routes/-settings.tsx'), /^ {2}(\w+): m\./gm);
  expect(lost.filter((to) => !settings.includes(to.replace('/admin/settings/', '')))).toEqual([]);
  expect(
    entries
      .filter(({ text, title }) => /[{}]|undefined/.test(title(words) + text(words)))
      .map(({ id }) => id),
  ).toEqual([]);
});
