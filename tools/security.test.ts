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
  const requirements = rows.flatMap(({ line }) => line.split(', '));
  expect(requirements.filter((one) => !/^V\d+\.\d+\.\d+$/.test(one))).toEqual([]);
  expect(text).toContain(`The ${new Set(requirements).size} requirements`);
  const [, ...said] = /: (\d+) tested, (\d+) partly, (\d+) gaps/.exec(text) ?? [];
  expect(said.map(Number)).toEqual(STATES.map((state) => rows.filter((row) => row.state === state).length));
});

/** What starts a program with a list of arguments; the others hand a line of text to a shell. */
const STARTERS = new Set(['spawn', 'spawnSync', 'fork', 'execFile', 'execFileSync', 'ChildProcess']);
/** Where a shell is needed, with the line that it reads: a constant, and what varies comes to it as arguments. */
const WITH_SHELL: Readonly<Record<string, RegExp>> = {
  'src/server/db/embedded/postmaster.ts': /const GUARD =\s*'[^'\n]*';[\s\S]*'\/bin\/sh',\s*\['-c', GUARD, /,
  'src/server/platform/video/run-program.ts':
    /const WITH_US =\s*'[^'\n]*';[\s\S]*'\/bin\/sh',\s*\['-c', WITH_US, /,
  'src/server/platform/judge/player-process.ts':
    /const LIMITS =\s*'[^'\n]*';[\s\S]*'\/bin\/sh',\s*\['-c', LIMITS, /,
  'src/labs/runtimes/shell/git/sessions/sessions.test.ts':
    /const RUN_STEPS =\s*'[^'\n]*';[\s\S]*spawn\('bash', \['-c', RUN_STEPS\], /,
  // The line that the server hands to a shell for each piece.
  'src/server/db/embedded/archive/wal-archive.test.ts': /'\/bin\/sh', \['-c', command\]/,
  'tests/durability/stale-locks.test.ts': /'\/bin\/sh', \['-c', '[^'\n]*'\]/,
};

/** What is put in the place of a lab's player: it tries every way, and is refused. */
const HOSTILE = 'tests/attack/labs/hostile-process.ts';

/** How a source starts programs otherwise than by a name and a list of arguments. */
function faultsOf(source: string): string[] {
  const imports = [...source.matchAll(/^import (.+) from '(?:node:)?child_process'/gm)];
  const names = imports.flatMap(([, what = '']) =>
    /^(?:type )?\{.*\}$/.test(what)
      ? what.split(/[{},]/).map((name) => name.replace(/^\s*type\s|\s/g, ''))
      : [what],
  );
  const mentions = source.match(/child_process['"]/g)?.length ?? 0;
  return [
    ...names.filter((name) => name !== '' && name !== 'type' && !STARTERS.has(name)),
    ...(mentions > imports.length ? ['child_process by another way than an import of names'] : []),
    // The engine of labs has that name: as an option, neither a function, a message, a number, nor that text starts anything.
    ...(source.match(/\bshell:\s*(?!false|async\b|m\.|\d|'shell')[\w'"`]+/g) ?? []),
    ...(source.match(/['"`](?:[/\w]*\/)?(?:sh|bash|dash|zsh|cmd(?:\.exe)?|powershell)['"`]\s*,\s*\[/g) ?? []),
  ];
}

test('a program is started by its name and a list of arguments, never by a line that a shell reads', () => {
  const faulty = sourceFiles()
    .filter((path) => path !== 'tools/security.test.ts' && path !== HOSTILE && !(path in WITH_SHELL))
    .flatMap((path) => faultsOf(readSource(path)).map((fault) => `${path}: ${fault}`));
  expect(faulty).toEqual([]);
  for (const [path, line] of Object.entries(WITH_SHELL)) {
    expect(readSource(path), path).toMatch(line);
    expect(faultsOf(readSource(path)), path).toHaveLength(1);
  }
});

test.for([
  "import { exec } from 'node:child_process';",
  "import { type ChildProcess, execSync } from 'child_process';",
  "import * as programs from 'node:child_process';",
  "import programs from 'node:child_process';",
  "const { exec } = await import('node:child_process');",
  "const { exec } = require('child_process');",
  'spawn(program, [name], { shell: true });',
  "spawn(program, [name], { shell: '/bin/sh' });",
  "spawn('/bin/sh', ['-c', line]);",
  "execFileSync('bash', ['-c', line]);",
])('a line of text for a shell is seen: %s', (source) => {
  expect(faultsOf(source)).not.toEqual([]);
});

function isTest(path: string): boolean {
  return existsSync(join(root, path)) && /\btest(?:\.for|\.each)?\(|\bplain\(/.test(readSource(path));
}
