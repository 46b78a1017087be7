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
  expect((await judge.judge(labOf(DOUBLING, { runner: 'sql' }), {})).verdict).toBeNull();
});
