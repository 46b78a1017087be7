import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readSource, repositoryFiles, root } from './source-files.ts';

const documents = repositoryFiles().filter((path) => path.endsWith('.md') && !path.startsWith('content/'));
const SCRIPTS = Object.keys(
  (JSON.parse(readSource('package.json')) as { scripts: Record<string, string> }).scripts,
);

/** Paths in code spans that begin with a folder of the repository; patterns with * or <…> are left to the reader. */
function namedPaths(path: string): string[] {
  const spans = [...readSource(path).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  return spans.filter((span) =>
    /^(src|tests|tools|docs|content|benchmarks|messages|ops)\/[\w./-]+$/.test(span),
  );
}

test('every path that the documents name exists', () => {
  const missing = documents.flatMap((path) =>
    namedPaths(path)
      .filter((named) => !existsSync(join(root, named)))
      .map((named) => `${path}: ${named}`),
  );
  expect(missing).toEqual([]);
});

test('every relative link of the documents leads to a file', () => {
  const missing = documents.flatMap((path) =>
    [...readSource(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .map((match) => match[1] ?? '')
      .filter((link) => !existsSync(join(root, dirname(path), link)))
      .map((link) => `${path}: ${link}`),
  );
  expect(missing).toEqual([]);
});

test('every npm script that the documents name exists', () => {
  const missing = documents.flatMap((path) =>
    [...readSource(path).matchAll(/npm run ([a-z][\w:-]*)/g)]
      .map((match) => match[1] ?? '')
      .filter((name) => !SCRIPTS.includes(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('no two decision records have the same number', () => {
  const numbers = documents
    .map((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1])
    .filter((number) => number !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
  expect(numbers).toEqual([...new Set(numbers)]);
});
