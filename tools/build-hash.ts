import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Everything the built web app is made from. */
const SOURCES = [
  'src/web',
  'src/domain',
  'src/labs',
  'src/contract',
  'messages',
  'public',
  'content',
  'src/server/markdown',
  'vite.config.ts',
  'tools/build.ts',
  'tools/labs',
  'tools/messages.ts',
  'tools/vite',
  'package-lock.json',
];
/** Everything the bundle of the server is made from. */
const SERVER_SOURCES = [
  'src/server',
  'src/domain',
  'src/contract',
  'src/emails',
  'src/labs',
  'messages',
  'tools/messages.ts',
  'tools/server',
  'package-lock.json',
];
/** Everything that first starts begin with: what runs while it is made, and the sample courses. */
const SCHOOL_SOURCES = [...SERVER_SOURCES, 'content', 'tools/prepare-content.ts'];
/** Everything that labs in browsers are made from. */
const LAB_SOURCES = [
  'src/labs',
  'src/domain',
  'tools/labs',
  'tools/vite/brotli-params.ts',
  'package-lock.json',
];
/** Made by the build itself, and tests: nothing is built from them. */
const NEEDLESS = /(?:route-tree\.gen\.ts|\.test\.tsx?)$/;

/** One value for the state of all sources: the built app is good as long as it stays the same. */
export function sourcesHash(root: string, sources = SOURCES): string {
  const hash = createHash('sha256').update(process.version);
  for (const source of sources) {
    for (const file of filesOf(join(root, source)).filter((name) => !NEEDLESS.test(name))) {
      hash
        .update(`${file.slice(root.length)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/** The same for the bundle of the server, which takes a second to make. */
export const serverHash = (root: string): string => sourcesHash(root, SERVER_SOURCES);

/** The same for the HTML of the sample courses and for the databases of new schools, which fit one kind of machine only. */
export const schoolsHash = (root: string): string =>
  `${process.platform} ${process.arch} ${sourcesHash(root, SCHOOL_SOURCES)}`;

/** The same for labs in browsers, most of which come from packages: a change of the web app leaves them as they are. */
export const labsHash = (root: string): string => sourcesHash(root, LAB_SOURCES);

function filesOf(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  if (found.isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
}
