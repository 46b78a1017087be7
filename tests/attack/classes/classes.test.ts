import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { contract } from '#contract/contract';
import { statedProcedures } from '#server/http/check-contract';
import { test } from '#tests/kit/database';
import { readSource, repositoryFiles, root } from '#tools/source-files';
import { openSchool } from '../kit/school.ts';
import { CLASSES } from './classes.ts';

test('the 26 classes are all there, each with what attacks it or what it waits for', () => {
  expect(CLASSES.map(({ number }) => number)).toEqual(Array.from({ length: 26 }, (_, index) => index + 1));
  for (const { awaits, files, name } of CLASSES)
    expect(files.length > 0 || awaits !== undefined, name).toBe(true);
});

test('every file that is named exists and tests something', () => {
  const faulty = CLASSES.flatMap(({ files }) => files).filter(
    (path) => !existsSync(join(root, path)) || !/\btest(?:\.for|\.each)?\(/.test(readSource(path)),
  );
  expect(faulty).toEqual([]);
});

test('every class file of this folder is named', () => {
  const named = new Set(CLASSES.flatMap(({ files }) => files));
  const here = repositoryFiles().filter((path) => /^tests\/attack\/class-\d\d-/.test(path));
  expect(here.filter((path) => !named.has(path))).toEqual([]);
});

test('a feature that a class waits for has not come without its attack', async ({ db }) => {
  const { app } = await openSchool(db);
  const served = [
    ...statedProcedures(contract).map(({ name, path }) => `${name} ${path}`),
    ...app.routes.map(({ path }) => path),
  ];
  const bare = CLASSES.flatMap(({ awaits, name, number }) => {
    const come = awaits ? served.filter((one) => awaits.pattern.test(one)) : [];
    return come.length === 0
      ? []
      : [`${come.join(', ')}: attack class ${number} (${name}) and name the file instead of what it awaited`];
  });
  expect(bare).toEqual([]);
});
