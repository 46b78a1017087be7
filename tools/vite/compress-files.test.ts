import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { COMPRESSED_LIST, compressFiles } from './compress-files.ts';

const TEXT = 'export const text = "the same again and again";\n'.repeat(40);
const KEPT = 'what the build before has written';
const PLAIN = { 'src/web/other.ts': { file: 'assets/one.js' } };

let client: string;
let before: string;
beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), 'lectern-compress-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  [client, before] = [join(root, 'client'), join(root, 'before')];
});

/** A client build of these files, compressed. */
async function build(files: Record<string, string>, manifest: object = PLAIN): Promise<void> {
  for (const folder of ['.vite', 'assets']) mkdirSync(join(client, folder), { recursive: true });
  writeFileSync(join(client, '.vite', 'manifest.json'), JSON.stringify(manifest));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(client, name), text);
  await compressFiles(client, before);
}

/** The compressed forms of that build become recognizable, and the build is the one before. */
function moveAway(names: readonly string[]): void {
  for (const name of names)
    for (const form of ['br', 'gz']) writeFileSync(join(client, `${name}.${form}`), KEPT);
  renameSync(client, before);
}

const formsOf = (name: string) =>
  ['br', 'gz'].map((form) => {
    const bytes = readFileSync(join(client, `${name}.${form}`));
    if (bytes.toString() === KEPT) return KEPT;
    return String(form === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes));
  });

test('what is compressed already is taken from the build before, under its new name', async () => {
  await build({ 'assets/one.js': TEXT, 'assets/short.js': 'short', 'assets/font.woff2': TEXT });
  expect(formsOf('assets/one.js')).toEqual([TEXT, TEXT]);
  expect(readdirSync(join(client, 'assets'))).toHaveLength(5);
  moveAway(['assets/one.js']);
  await build({ 'assets/renamed.js': TEXT });
  expect(formsOf('assets/renamed.js')).toEqual([KEPT, KEPT]);
});

test('it is compressed again where the bytes differ, and where it is worth another quality', async () => {
  const other = TEXT.replace('again', 'never');
  await build({ 'assets/one.js': TEXT, 'assets/two.js': TEXT.toUpperCase() });
  moveAway(['assets/one.js', 'assets/two.js']);
  const entry = { 'src/web/entry.ts': { file: 'assets/two.js', isEntry: true } };
  await build({ 'assets/one.js': other, 'assets/two.js': TEXT.toUpperCase() }, entry);
  expect(formsOf('assets/one.js')).toEqual([other, other]);
  expect(formsOf('assets/two.js')).toEqual([TEXT.toUpperCase(), TEXT.toUpperCase()]);
});

test('two files with the same bytes are both compressed, and so is what a build before lacks', async () => {
  await build({ 'assets/one.js': TEXT, 'assets/gone.js': TEXT.toUpperCase() });
  moveAway(['assets/one.js', 'assets/gone.js']);
  rmSync(join(before, 'assets/gone.js.gz'));
  await build({ 'assets/a.js': TEXT, 'assets/b.js': TEXT, 'assets/gone.js': TEXT.toUpperCase() });
  expect(['assets/a.js', 'assets/b.js'].flatMap(formsOf).sort()).toEqual([TEXT, TEXT, KEPT, KEPT].sort());
  expect(formsOf('assets/gone.js')).toEqual([TEXT.toUpperCase(), TEXT.toUpperCase()]);
});

test('a build that was interrupted leaves no list of what it has compressed', async () => {
  await build({ 'assets/one.js': TEXT });
  moveAway(['assets/one.js']);
  rmSync(join(before, COMPRESSED_LIST));
  await build({ 'assets/one.js': TEXT });
  expect(formsOf('assets/one.js')).toEqual([TEXT, TEXT]);
});
