import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { readSource } from '../source-files.ts';

/** What a program of a fresh clone loads before its first line runs: every import that is no type. */
function loadedBy(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  if (path.startsWith('src/messages/')) return seen;
  const imports = readSource(path).matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?from\s+'([^']+)'/gm);
  for (const [, name = ''] of imports) {
    if (name.startsWith('.')) loadedBy(normalize(join(dirname(path), name)), seen);
    const [, folder, rest] = /^#(\w+)\/(.+)$/.exec(name) ?? [];
    const base = folder === 'tests' || folder === 'tools' ? folder : `src/${folder}`;
    if (folder) loadedBy(join(base, /\.\w+$/.test(rest ?? '') ? `${rest}` : `${rest}.ts`), seen);
  }
  return seen;
}

test.for(['build', 'dev', 'generate', 'start', 'test'])(
  'tools/%s.ts runs in a fresh clone, where nothing is generated yet',
  (name) => {
    const loaded = [...loadedBy(`tools/${name}.ts`)];
    expect(loaded.filter((path) => path.startsWith('src/messages/') || path.endsWith('.gen.ts'))).toEqual([]);
  },
);

test('the walk follows imports to what is generated', () => {
  expect([...loadedBy('tools/prepare-content.ts')]).toContain('src/messages/messages.js');
});
