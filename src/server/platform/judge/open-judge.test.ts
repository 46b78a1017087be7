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

test('a runner without a runtime is not judged, which is not failed', async () => {
  expect((await judge.judge(labOf(DOUBLING, { runner: 'shell' }), {})).verdict).toBeNull();
});

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
