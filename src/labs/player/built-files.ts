import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const PYTHON = [
  'node_modules/pyodide/package.json',
  'src/labs/runtimes/python/compile-library.ts',
  'src/labs/runtimes/python/guest.ts',
  'src/labs/runtimes/python/realm.ts',
  'src/labs/runtimes/python/start.ts',
] as const;

/** What the build makes once for players, by what its name ends in, with all files and folders that it depends on below the product's folder. */
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
  /** A folder: the players themselves as few files without types, `player.mjs` first, which start in half the time. */
  players: [
    ...[
      '@jitl/quickjs-ng-wasmfile-release-sync',
      'fflate',
      'just-bash',
      'minimatch',
      'quickjs-emscripten-core',
      'sprintf-js',
      'turndown',
    ].map((name) => `node_modules/${name}/package.json`),
    'src/labs/player',
    'src/labs/runtimes',
  ],
} as const;

export type BuiltName = keyof typeof PARTS;

export const BUILT_FOLDER = 'build/labs';

/** Where the build keeps it; `root` is the folder of the product. Another version has another path. */
export function builtFile(root: string, name: BuiltName): string {
  const hash = createHash('sha256');
  for (const file of PARTS[name].flatMap((part) => filesOf(join(root, part))))
    hash.update(readFileSync(file)).update('\0');
  return join(root, BUILT_FOLDER, `${hash.digest('hex').slice(0, 16)}-${name}`);
}

function filesOf(part: string): string[] {
  if (!statSync(part).isDirectory()) return [part];
  const names = readdirSync(part, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .sort()
    .map((name) => join(part, name));
}
