import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PYTHON = [
  'node_modules/pyodide/package.json',
  'src/labs/runtimes/python/compile-library.ts',
  'src/labs/runtimes/python/guest.ts',
  'src/labs/runtimes/python/realm.ts',
  'src/labs/runtimes/python/start.ts',
] as const;

/** What the build makes once for players, by what its file ends in, with all that it depends on below the product's folder. */
const PARTS = {
  /** Python's standard library, compiled as far as every start imports it. */
  'python-library.zip': PYTHON,
  /** The memory of a Python that has started with that library. */
  'python.snapshot': PYTHON,
  /** A document in JavaScript, as one script for the engine of labs with a page. */
  'page.js': [
    'node_modules/linkedom/package.json',
    'src/labs/runtimes/dom/guest/classes.ts',
    'src/labs/runtimes/dom/guest/controls.ts',
    'src/labs/runtimes/dom/guest/events.ts',
    'src/labs/runtimes/dom/guest/page.ts',
    'src/labs/runtimes/dom/guest/prelude.ts',
  ],
  /** The data directory that labs in SQL begin with. */
  'sql-cluster.tar': ['node_modules/@electric-sql/pglite/package.json', 'src/labs/runtimes/sql/recipe.ts'],
} as const;

export type BuiltName = keyof typeof PARTS;

export const BUILT_FOLDER = 'build/labs';

/** Where the build keeps it; `root` is the folder of the product. Another version has another path. */
export function builtFile(root: string, name: BuiltName): string {
  const hash = createHash('sha256');
  for (const part of PARTS[name]) hash.update(readFileSync(join(root, part))).update('\0');
  return join(root, BUILT_FOLDER, `${hash.digest('hex').slice(0, 16)}-${name}`);
}
