import { afterAll, expect, test } from 'vitest';
import { DOUBLING, labOf } from '#tests/kit/labs';
import { openJudge } from './open-judge.ts';

const judge = openJudge({ hide: [] });
afterAll(() => judge.close());

const SOLUTION = { 'src/double.ts': 'export const double = (n: number): number => n * 2;\n' };

test('a right solution in TypeScript passes, and the run says what it took', async () => {
  const { verdict, cpuMs, peakMb } = await judge.judge(labOf(DOUBLING, { typecheck: 'strict' }), SOLUTION);
  expect(verdict).toMatchObject({ passed: true, points: 2, diagnostics: [] });
  expect(cpuMs).toBeGreaterThan(0);
  expect(peakMb).toBeGreaterThan(10);
}, 60_000);

test('a fault of types is named with its line, and nothing passes with it', async () => {
  const files = { 'src/double.ts': 'export const double = (n: number): string => n * 2;\n' };
  const { verdict } = await judge.judge(labOf(DOUBLING, { typecheck: 'strict' }), files);
  expect(verdict).toMatchObject({ passed: false, points: 2 });
  expect(verdict?.diagnostics[0]).toMatchObject({ file: 'src/double.ts', line: 1, code: 2322 });
}, 60_000);

test('an endless loop is told apart, and the judge goes on', async () => {
  const files = { 'src/double.js': 'export const double = () => { for (;;); };\n' };
  const { verdict } = await judge.judge(labOf(DOUBLING), files);
  expect(verdict?.results.map(({ fault }) => fault)).toEqual(['Timeout', 'Timeout']);
  expect((await judge.judge(labOf(DOUBLING), SOLUTION)).verdict?.passed).toBe(true);
}, 60_000);

test('a program that fills its memory is told so, however it ends', async () => {
  const files = {
    'list.js': 'const all = [];\nfor (;;) all.push([1, 2, 3]);\n',
    'texts.js': 'const all = [];\nfor (;;) all.push(all.length + "x".repeat(1e6));\n',
    'later.js': 'const fill = async () => { const all = []; for (;;) all.push([1]); };\nawait fill();\n',
  };
  const checks = Object.keys(files).map((file) => ({
    id: file,
    name: file,
    fresh: true,
    probe: { kind: 'run' as const, file, stdout: 'x' },
  }));
  const { verdict } = await judge.judge(labOf(checks, { limits: { seconds: 8, runsPerHour: 60 } }), files);
  expect(verdict?.results.map(({ fault }) => fault)).toEqual(checks.map(() => 'OutOfMemory'));
}, 60_000);

test('a server in Node.js words answers requests, the earlier ones remembered', async () => {
  const server = `import { createServer } from 'node:http';
let seen = 0;
createServer((request, response) => {
  seen += 1;
  if (request.headers['if-none-match'] === '"1"') { response.statusCode = 304; response.end(); return; }
  response.setHeader('ETag', '"1"');
  response.end('visit ' + seen);
}).listen(3000);`;
  const get = { method: 'GET', path: '/' };
  const spec = labOf(
    [
      {
        id: 'a',
        name: 'second visit',
        probe: {
          kind: 'http',
          module: 'server',
          before: [get],
          request: get,
          status: 200,
          headers: { etag: '"1"' },
          body: 'visit 2',
        },
      },
      {
        id: 'b',
        name: 'not modified',
        hidden: true,
        probe: {
          kind: 'http',
          module: 'server',
          request: { ...get, headers: { 'If-None-Match': '"1"' } },
          status: 304,
          body: '',
        },
      },
    ],
    { runner: 'http' },
  );
  const { verdict } = await judge.judge(spec, { 'server.js': server });
  expect(verdict).toMatchObject({ passed: true });
}, 60_000);

const GREETING = labOf(
  [
    {
      id: 'greets',
      name: 'greets',
      probe: {
        kind: 'run',
        file: 'greet.py',
        stdin: 'Ada\n',
        argv: ['Hello'],
        stdout: 'Name? Hello, Ada!\n',
      },
    },
    {
      id: 'writes',
      name: 'keeps the name',
      probe: { kind: 'run', file: 'greet.py', stdin: 'Bo\n', argv: ['Hi'], files: { 'name.txt': 'Bo\n' } },
    },
    {
      id: 'refuses',
      name: 'refuses nobody',
      probe: { kind: 'eval', code: 'import greet\ngreet.greet("Hi", "")', raises: 'ValueError' },
    },
  ],
  { runner: 'python', limits: { seconds: 5, runsPerHour: 60 } },
);
const GREET = `import sys

def greet(word, name):
    if not name:
        raise ValueError("nobody")
    return f"{word}, {name}!"

if __name__ == "__main__":
    name = input("Name? ")
    print(greet(sys.argv[1], name))
    with open("name.txt", "a", encoding="utf-8") as target:
        print(name, file=target)
`;

test('a program in Python is given its input and words, and starts each time with the files of the lab', async () => {
  const { verdict } = await judge.judge(GREETING, { 'greet.py': GREET });
  expect(verdict).toMatchObject({ passed: true, points: 3 });
}, 60_000);

test('what a program in Python ends by is told with its line and what it printed', async () => {
  const { verdict } = await judge.judge(GREETING, { 'greet.py': 'print("so far")\nprnt(1)\n' });
  const [greets, , refuses] = verdict?.results ?? [];
  expect(greets).toMatchObject({ ok: false, where: 'output', file: 'greet.py', line: 2, out: 'so far\n' });
  expect(greets?.actual).toContain('  File "greet.py", line 2, in <module>');
  expect(refuses).toMatchObject({
    actual: "NameError: name 'prnt' is not defined. Did you mean: 'print'?",
    file: 'greet.py',
    line: 2,
  });
}, 60_000);

test('the limits of Python are told apart, each with the line that met it', async () => {
  const source = (body: string) => ({ 'greet.py': `def greet(word, name):\n    ${body}\ngreet("", "")\n` });
  const found = async (body: string) => {
    const spec = { ...GREETING, checks: GREETING.checks.slice(0, 1) };
    const { verdict } = await judge.judge(spec, source(body));
    const { fault, line } = verdict?.results[0] ?? {};
    return { fault, line };
  };
  expect(await found('while True: pass')).toEqual({ fault: 'Timeout', line: 2 });
  expect(await found('return greet(word, name)')).toEqual({ fault: 'TooDeep', line: 2 });
  expect(await found('return bytearray(10 ** 9)')).toEqual({ fault: 'OutOfMemory', line: 2 });
}, 90_000);

const BOMB = `type Grow<T extends unknown[]> = T['length'] extends 9999999 ? T : Grow<[...T, ...T, 1]>;
type Cross<A extends string, B extends string> = \`\${A}\${B}\`;
type D = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
type D4 = Cross<Cross<D, D>, Cross<D, D>>;
export type Boom = { [K in D4]: { [L in D4]: Cross<K, L> } }[D4][D4];
export const boom: Boom = 1 as never;
`;

test('types that end the compiler are told as a fault of that program alone, while others are judged', async () => {
  const spec = labOf(DOUBLING, { typecheck: 'strict' });
  const [bomb, right] = await Promise.all([
    judge.judge(spec, { ...SOLUTION, 'src/bomb.ts': BOMB }),
    judge.judge(spec, SOLUTION),
  ]);
  expect(bomb.verdict?.passed).toBe(false);
  expect(bomb.verdict?.diagnostics.map(({ message }) => message)).toEqual([
    'The types of this program are too complex to check.',
  ]);
  expect(right.verdict).toMatchObject({ passed: true, diagnostics: [] });
  expect((await judge.judge(spec, SOLUTION)).verdict?.passed).toBe(true);
}, 90_000);
