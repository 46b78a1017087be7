import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What package.json names for labs and for nothing else. */
const OF_LABS: readonly RegExp[] = [
  /^@(?:codemirror|lezer|xterm|jitl)\//,
  /^(?:@electric-sql\/pglite|just-bash|linkedom|pyodide|quickjs-emscripten-core|typescript-js)$/,
];

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const MEGABYTE = 1_000_000;

/** Folders below node_modules that wouldn't be there without labs. */
export function packagesOfLabs(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const { dependencies = {}, devDependencies = {} } = packages[''] ?? {};
  const named = Object.keys({ ...dependencies, ...devDependencies });
  const others = named.filter((name) => !OF_LABS.some((pattern) => pattern.test(name)));
  const needed = reachable(packages, others);
  return [...reachable(packages, named)].filter((path) => !needed.has(path) && existsSync(join(root, path)));
}

/** All that these packages need, by its folder. */
function reachable(packages: Readonly<Record<string, Locked>>, names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = names.map((name) => `node_modules/${name}`);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const locked = packages[path];
    if (!locked || found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = locked;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      open.push(placeOf(packages, path, name));
  }
  return found;
}

/** Where Node.js finds a package that is imported from another one. */
function placeOf(packages: Readonly<Record<string, Locked>>, from: string, name: string): string {
  for (
    let folder = from;
    folder !== '';
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  )
    if (packages[`${folder}/node_modules/${name}`]) return `${folder}/node_modules/${name}`;
  return `node_modules/${name}`;
}

/** What labs add to what `npm ci` installs, on the disk, in MB. */
export function labsWeight(root: string): number {
  const folders = packagesOfLabs(root);
  // A package in the folder of another one is counted with that.
  const outer = folders.filter((path) => !folders.some((other) => path.startsWith(`${other}/`)));
  return outer.reduce((sum, path) => sum + megabytes(join(root, path)), 0);
}

function megabytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return (
    files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).blocks * 512, 0) / MEGABYTE
  );
}
