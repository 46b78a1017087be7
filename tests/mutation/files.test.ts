import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import rules from './rules.config.ts';
import sessions from './sessions.config.ts';

const root = join(import.meta.dirname, '..', '..');

interface Mutations {
  readonly mutate: readonly string[];
  readonly ignorePatterns: readonly string[];
}

test.for([
  ['rules', rules],
  ['sessions', sessions],
] as const)('what is mutated as %s is there, and so are the tests that meet it', ([name, config]) => {
  const read = readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8');
  const { ignorePatterns, mutate } = JSON.parse(read) as Mutations;
  const named = mutate.filter((pattern) => !pattern.startsWith('!'));
  const include = config.test?.include ?? [];
  expect(include.length).toBeGreaterThan(0);
  expect([...named, ...include].filter((pattern) => globSync(pattern, { cwd: root }).length === 0)).toEqual(
    [],
  );
  // Without the slash a pattern leaves out every folder of that name, such as the rules of content.
  expect(ignorePatterns.filter((pattern) => !pattern.startsWith('/'))).toEqual([]);
});
