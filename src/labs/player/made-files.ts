import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

/** The data directory that labs in SQL begin with, made by the build; its name holds a hash of what it is made from. */
export function clusterFile(): string {
  const hash = createHash('sha256');
  for (const source of ['node_modules/@electric-sql/pglite/package.json', 'src/labs/runtimes/sql/recipe.ts'])
    hash.update(readFileSync(join(ROOT, source)));
  return join(ROOT, 'build/labs', `sql-cluster-${hash.digest('hex').slice(0, 16)}.tar`);
}
