import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryFiles } from './source-files.ts';

const MAX = 30;
/** Folders whose files are a list by nature: each is named by what it is, and none is looked for by reading all. */
const LISTS = new Map([
  ['docs/decisions', 'decisions by their number'],
  ['messages/en', 'texts by their area'],
  ['src/server/db/migrations', 'migrations by their number'],
  ['src/web/routes', 'addresses, one file each'],
]);

test('a folder holds what can be overlooked', () => {
  const files = new Map<string, number>();
  for (const path of repositoryFiles()) files.set(dirname(path), (files.get(dirname(path)) ?? 0) + 1);
  const crowded = [...files].filter(([folder, count]) => count > MAX && !LISTS.has(folder));
  expect(crowded).toEqual([]);
});
