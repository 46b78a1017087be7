/**
 * Fails when a public page would download more than its budget of JavaScript. Follows the static imports of each page's
 * chunks in the build manifest, as the browser does, and counts brotli bytes.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
  isEntry?: boolean;
}

const BUDGET_KB = 120;
const PAGES: Record<string, RegExp> = {
  'landing page': /routes\/index\.tsx/,
  'course page': /routes\/courses[./]\$slug(?:[./]index)?\.tsx/,
  catalogue: /routes\/courses[./]index\.tsx/,
};

const client = join(import.meta.dirname, '..', 'build', 'client');
const manifest = JSON.parse(readFileSync(join(client, '.vite', 'manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

function collect(key: string, into: Set<string>): void {
  const chunk = manifest[key];
  if (!chunk || into.has(chunk.file)) return;
  into.add(chunk.file);
  for (const next of chunk.imports ?? []) collect(next, into);
}

function brotliBytes(file: string): number {
  const bytes = readFileSync(join(client, file));
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

let over = 0;
for (const [page, pattern] of Object.entries(PAGES)) {
  const files = new Set<string>();
  const keys = Object.keys(manifest).filter(
    (key) => manifest[key]?.isEntry || pattern.test(manifest[key]?.src ?? key),
  );
  if (keys.length < 2) {
    console.log(`!! ${page}: no chunk of that name in the build`);
    over += 1;
  }
  for (const key of keys) collect(key, files);
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  const kB = scripts.reduce((sum, file) => sum + brotliBytes(file), 0) / 1000;
  if (kB > BUDGET_KB) over += 1;
  console.log(
    `${kB > BUDGET_KB ? '!!' : 'ok'} ${page}: ${kB.toFixed(1)} kB of ${BUDGET_KB} kB in ${scripts.length} files`,
  );
}
process.exitCode = over === 0 ? 0 : 1;
