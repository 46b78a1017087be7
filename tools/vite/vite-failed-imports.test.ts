import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { withOwnHandler } from './vite-failed-imports.ts';

test("Vite's helper of imports throws nothing by itself any more", () => {
  const helper = `function preload() {\n\tfunction handlePreloadError(err) {\n\t\tconst e = new Event("vite:preloadError", { cancelable: true });\n\t\tif (!e.defaultPrevented) throw err;\n\t}\n\treturn baseModule().catch(handlePreloadError);\n}`;
  const own = withOwnHandler(helper);
  expect(own).toContain('const handlePreloadError = afterFailedImport');
  expect(own).not.toContain('throw err');
});

test('a Vite that does it another way stops the build', () => {
  expect(() => withOwnHandler('export const preload = (load) => load();')).toThrow(
    'preload helper has changed',
  );
});

test('there is one version of KaTeX: its classes and its stylesheet belong together', () => {
  const require = createRequire(import.meta.url);
  const versionFor = (name: string) => {
    const from = createRequire(require.resolve(name));
    const path = join(dirname(from.resolve('katex')), '..', 'package.json');
    return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
  };
  const own = (
    JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    }
  ).dependencies.katex;
  expect(versionFor('rehype-katex')).toBe(own);
  expect(versionFor('mermaid')).toBe(own);
});
