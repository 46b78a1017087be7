import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coverageDocument, openReason, readStatements } from '#tools/results/spec-statements';

const DOCUMENT = join(import.meta.dirname, '..', '..', 'docs', 'spec-coverage.md');
const statements = readStatements();

test('every statement of the specification has its own number', () => {
  const ids = statements.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  for (const section of [2, 4, 5, 6, 8, 9])
    expect(ids.filter((id) => id.startsWith(`${section}.`)).length, `section ${section}`).toBeGreaterThan(5);
});

test.for(statements)('$id: $says', (statement) => {
  expect(openReason(statement)).toBeNull();
});

test('docs/spec-coverage.md lists each statement with its tests', () => {
  const document = coverageDocument(statements);
  if (process.env.UPDATE_SPEC_COVERAGE) writeFileSync(DOCUMENT, document);
  expect(readFileSync(DOCUMENT, 'utf8')).toBe(document);
});

test('a statement whose test or words are missing is open', () => {
  const tests = ['site/shell › under 768 px the navigation is behind a button'];
  expect(openReason({ id: '2.1', says: 'narrow', words: ['767'], tests })).toBeNull();
  expect(openReason({ id: '2.1', says: 'narrow', words: ['not to be found'], tests })).toMatch(/speaks of/);
  expect(openReason({ id: '2.1', says: 'narrow', words: [], tests: ['site/shell › nothing'] })).toMatch(
    /no test/,
  );
  expect(openReason({ id: '2.1', says: 'narrow', words: [], tests: ['gone › x'] })).toMatch(/not exist/);
});
