import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All that the memory of a started Python depends on, below the folder of the product. */
const PARTS = [
  'node_modules/pyodide/package.json',
  'src/labs/runtimes/python/guest.ts',
  'src/labs/runtimes/python/realm.ts',
  'src/labs/runtimes/python/start.ts',
];

export const SNAPSHOT_FOLDER = 'build/labs';

/** Where the build keeps the memory of a started Python; `root` is the folder of the product. */
export function snapshotFile(root: string): string {
  const hash = createHash('sha256');
  for (const part of PARTS) hash.update(readFileSync(join(root, part))).update('\0');
  return join(root, SNAPSHOT_FOLDER, `python-${hash.digest('hex').slice(0, 16)}.snapshot`);
}
