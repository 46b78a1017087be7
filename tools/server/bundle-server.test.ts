import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundleServer } from './bundle-server.ts';

const ROOT = join(import.meta.dirname, '../..');

test('a start reads one file for each stage, and the bundle finds the files that it leaves where they are', {
  timeout: 60_000,
}, async () => {
  // Where packages are found from.
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const directory = mkdtempSync(join(cache, 'bundle-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  await bundleServer(ROOT, directory);
  const names = readdirSync(directory);
  const stages = ['begin', 'serve', 'settle', 'unpack'].map(
    (stage) => names.filter((name) => new RegExp(`^${stage}-[\\w-]{8}\\.js$`).test(name)).length,
  );
  expect(stages).toEqual([1, 1, 1, 1]);
  // Each group of the API that is read late has a file there; none is left to the sources.
  const late = globSync('src/server/areas/**/*-routes.ts', { cwd: ROOT }).map((file) =>
    basename(file, '.ts'),
  );
  expect(late.length).toBeGreaterThan(40);
  const missing = late.filter((file) => !names.some((name) => name.startsWith(`${file}-`)));
  expect(missing).toEqual([]);
  const text = (name: string) => readFileSync(join(directory, name), 'utf8');
  expect(names.filter((name) => /[^\0-\x7f]/.test(text(name)))).toEqual([]);
  // Whatever is wrong with the settings is said by the whole of the first stage.
  const { status, stderr } = spawnSync(process.execPath, [join(directory, 'main.js')], {
    env: { PORT: 'many' },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('PORT')]);
});
