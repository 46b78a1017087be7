import { expect, test } from 'vitest';
import { LONG_MIGRATIONS } from '#server/cli/checks/long-migrations';
import { SETTINGS } from '#server/config';
import { productVersion } from '#server/product-version';
import { readSource } from '../source-files.ts';
import { latestRelease, RELEASES } from './releases.ts';

const [, ...sections] = readSource('CHANGELOG.md').split(/^## /m);
const titles = sections.map((section) => section.split('\n', 1)[0]);
const [newest = ''] = sections;
const missingIn = (text: string, names: readonly string[]) =>
  names.filter((name) => !text.includes(`\`${name}\``));

test('the changes begin with what comes next, and have a section for every release', () => {
  const next = productVersion() === latestRelease().version ? 'Next release' : productVersion();
  expect(titles).toEqual([next, ...RELEASES.map(({ version }) => version).reverse()]);
});

test('every setting that came or went since the last release is named', () => {
  const { settings } = latestRelease();
  const added = SETTINGS.filter((name) => !settings.includes(name));
  const removed = settings.filter((name) => !SETTINGS.includes(name));
  expect(missingIn(newest, [...added, ...removed])).toEqual([]);
});

test('every migration since the last release that keeps requests waiting is named', () => {
  const names = LONG_MIGRATIONS.map(({ name }) => name);
  const long = names.filter((name) => name > latestRelease().lastMigration);
  expect(missingIn(newest, long)).toEqual([]);
});
