import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { LAB_ASSETS } from '#server/platform/judge/labs-built';
import { labsHash } from '../build-hash.ts';
import { areLabsBuilt, LABS_META } from './labs-process.ts';

const SOURCES = [
  'package-lock.json',
  'src/domain/labs/referee.ts',
  'src/labs/runtimes/sql/recipe.ts',
  'tools/labs/build-bundles.ts',
  'tools/vite/brotli-params.ts',
];

test('labs are built as long as nothing that they are made of changes', () => {
  const root = mkdtempSync(join(tmpdir(), 'lectern-labs-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  const finish = () => write(`build/${LAB_ASSETS}/${LABS_META}`, JSON.stringify({ sources: labsHash(root) }));
  for (const source of SOURCES) write(source, 'first');
  expect(areLabsBuilt(root)).toBe(false);
  for (const source of SOURCES) {
    finish();
    write('src/web/page.tsx', `beside ${source}`);
    expect(areLabsBuilt(root)).toBe(true);
    write(source, 'changed');
    expect([source, areLabsBuilt(root)]).toEqual([source, false]);
  }
});
