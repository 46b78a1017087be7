import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportTable } from './export-table.ts';
import { startQuickJs } from './start.ts';

const WASM = 'node_modules/@jitl/quickjs-ng-wasmfile-release-sync/dist/emscripten-module.wasm';

async function get(module: string, files: Readonly<Record<string, string>>) {
  const wasm = readFileSync(join(import.meta.dirname, '../../../..', WASM));
  const runtime = await startQuickJs(new WebAssembly.Module(exportTable(wasm)));
  await runtime.ask({ op: 'load', files, ms: 2000 });
  return runtime.ask({ op: 'http', module, request: { method: 'GET', path: '/' }, ms: 2000 });
}
const server = (from: string, body: string) =>
  `import { createServer } from '${from}';\ncreateServer((request, response) => response.end(${body})).listen(3000);`;

test.each([
  ['http', { 'http.js': server('node:http', `'own'`) }],
  ['server', { 'server.js': server('http', `'own'`), 'http.js': 'export const createServer = 1;' }],
  [
    'server.js',
    {
      'server.js': `import { body } from './http.js';\n${server('node:http', 'body')}`,
      'http.js': `export const body = 'own';`,
    },
  ],
])('a file of a lab may be called as node:http is: %s', async (module, files) => {
  expect(await get(module, files)).toMatchObject({ value: { status: 200, body: 'own' } });
});

test('what neither the files nor the runtime have is an error', async () => {
  const { error } = await get('server', { 'server.js': `import './http';` });
  expect(error?.message).toContain("Cannot find module 'http'");
  expect((await get('nosuch', {})).error?.message).toContain("Cannot find module 'nosuch'");
});
