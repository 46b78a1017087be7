import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LAB_ASSETS } from '#server/platform/judge/labs-built';
import { labsHash, sourcesHash } from '#tools/build-hash';
import { LABS_META } from '#tools/labs/labs-process';

const ROOT = join(import.meta.dirname, '../../..');
const BUILD = join(ROOT, 'build');

/** What of the build tests start from, and the file that says which sources it was made of. */
const PARTS = {
  pages: { folder: 'server', meta: 'meta.json', hash: sourcesHash },
  labs: { folder: LAB_ASSETS, meta: join(LAB_ASSETS, LABS_META), hash: labsHash },
} as const;

/** Copies a part of the build, unless it is missing or older than its sources; answers whether it did. */
export function takeBuilt(part: keyof typeof PARTS, folder: string): boolean {
  const { folder: from, hash, meta } = PARTS[part];
  const file = join(BUILD, meta);
  if (!existsSync(file) || JSON.parse(readFileSync(file, 'utf8')).sources !== hash(ROOT)) return false;
  // Nobody measures how it travels.
  cpSync(join(BUILD, from), folder, { recursive: true, filter: (path) => !path.endsWith('.br') });
  return true;
}
