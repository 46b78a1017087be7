import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSource, root, sourceFiles } from './source-files.ts';

const STATES = ['tested', 'partly', 'gap'] as const;
const text = readSource('docs/security.md');
const rows = [
  ...text.matchAll(/^\| *(\d+) *\| *([^|]+?) *\| *([^|]+?) *\| *([^|]+?) *\| *([^|]+?) *\|$/gm),
].map(([, number, line = '', , state = '', where = '']) => ({ number: Number(number), line, state, where }));
const filesOf = (where: string) => [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);

test('the table has the 56 lines in their order, each with a state that there is', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 56 }, (_, index) => index + 1));
  expect(rows.filter(({ line }) => !/^V\d+/.test(line))).toEqual([]);
  expect(rows.filter(({ state }) => !STATES.some((known) => known === state))).toEqual([]);
});

test('what is called tested names tests that exist and test; what is not says why in words', () => {
  const faulty = rows.filter(({ state, where }) => {
    const files = filesOf(where);
    const isTested = files.length > 0 && files.every(isTest);
    return state === 'tested' ? !isTested : where.replace(/`[^`]+`/g, '').trim().length < 40;
  });
  expect(faulty).toEqual([]);
});

test('the numbers above the table are those of the table', () => {
  const [, ...said] = /: (\d+) tested, (\d+) partly, (\d+) gaps/.exec(text) ?? [];
  expect(said.map(Number)).toEqual(STATES.map((state) => rows.filter((row) => row.state === state).length));
});

test('no program is started by a command that is a string', () => {
  const joined = /\b(?:execSync|exec)\(\s*[`'"]|shell:\s*true|child_process['"]\)\.exec/;
  const own = /\.exec\(/;
  const faulty = sourceFiles().filter((path) =>
    readSource(path)
      .split('\n')
      .some((line) => joined.test(line) && !own.test(line) && path !== 'tools/security.test.ts'),
  );
  expect(faulty).toEqual([]);
});

function isTest(path: string): boolean {
  return existsSync(join(root, path)) && /\btest(?:\.for|\.each)?\(|\bplain\(/.test(readSource(path));
}
