import { join } from 'node:path';
import { expect, test } from 'vitest';
import { labsWeight, packagesOfLabs } from './labs-weight.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test('labs add at most 110 MB to what npm ci installs', () => {
  const packages = packagesOfLabs(ROOT);
  for (const name of [
    'pyodide',
    'just-bash',
    '@electric-sql/pglite',
    '@codemirror/view',
    '@lezer/lr',
    'typescript-js',
  ])
    expect(packages).toContain(`node_modules/${name}`);
  for (const name of ['react', 'typescript', 'yaml', 'ws', 'diff'])
    expect(packages).not.toContain(`node_modules/${name}`);
  const weight = labsWeight(ROOT);
  expect(weight).toBeGreaterThan(20);
  expect(weight).toBeLessThanOrEqual(110);
});
