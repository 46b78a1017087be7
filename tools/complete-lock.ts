/**
 * Adds to package-lock.json what a registry without packages for other platforms leaves out: optional packages that no
 * entry names. `npm ci` refuses a lock file with such gaps. Run it after every change of the dependencies.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'openharmony',
  'win32',
  'windows',
  'aix',
  'netbsd',
  'openbsd',
  'sunos',
];
const PROCESSORS = [
  'arm64',
  'x64',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'wasm32',
  'mips64el',
  'armv7',
  'arm',
];
const path = join(import.meta.dirname, '..', 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Entry> };

/** Where a package would find its dependency: beside it, or in a folder above. */
function isLocked(from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in lock.packages) return true;
    if (folder === '') return false;
  }
}

/** Names of such packages say what they are for; a package for no known platform is left for npm to install. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/@-]/);
  const system = SYSTEMS.find((one) => words.includes(one));
  const processor = PROCESSORS.find((one) =>
    words.some((word) => word === one || (one === 'armv7' && word.startsWith('armv7'))),
  );
  return {
    ...(system && { os: [system === 'windows' ? 'win32' : system] }),
    ...(processor && { cpu: [processor === 'armv7' ? 'arm' : processor] }),
    ...(words.some((word) => word.startsWith('musl')) && { libc: ['musl'] }),
  };
}

let added = 0;
for (const [from, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const platform = platformOf(name);
    if (isLocked(from, name) || (!platform.os && !platform.cpu)) continue;
    const version = range.replace(/^[\^~>=v\s]+/, '');
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(entry.dev && { dev: true }),
      optional: true,
      ...platform,
    };
    added += 1;
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages for other platforms added`);
