import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All that the data directory depends on, below the folder of the product. */
const PARTS = ['node_modules/@electric-sql/pglite/package.json', 'src/labs/runtimes/sql/recipe.ts'];

export const CLUSTER_FOLDER = 'build/labs';

/** Where the build keeps the data directory that labs in SQL begin with; `root` is the folder of the product. */
export function clusterFile(root: string): string {
  const hash = createHash('sha256');
  for (const part of PARTS) hash.update(readFileSync(join(root, part))).update('\0');
  return join(root, CLUSTER_FOLDER, `sql-cluster-${hash.digest('hex').slice(0, 16)}.tar`);
}
