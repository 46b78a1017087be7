/**
 * What `npm start` does before it is the server: builds the web app and bundles the server if their sources changed. In a
 * process of its own, because reading TypeScript takes memory that the server would keep.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourcesHash } from './build-hash.ts';
import { areLabsBuilt, buildLabsBeside } from './labs/labs-process.ts';
import { ensureBundle } from './server/ensure-bundle.ts';

const root = join(import.meta.dirname, '..');
const meta = join(root, 'build', 'meta.json');

/** A shipped build without its sources is taken as it is. */
const hasSources = existsSync(join(root, 'src', 'web')) && existsSync(join(root, 'node_modules', 'vite'));

function isBuilt(): boolean {
  if (!existsSync(meta)) return false;
  if (!hasSources) return true;
  return JSON.parse(readFileSync(meta, 'utf8')).sources === sourcesHash(root);
}

function build(): boolean {
  console.log('Building the web app (only after a change of its sources) …');
  const { signal, status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'build.ts'), '--labs-later'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  return status === 0 && signal === null;
}

if (isBuilt()) {
  // An earlier start may have ended before labs were built.
  if (hasSources && !areLabsBuilt(root)) buildLabsBeside(root);
  await ensureBundle(root);
} else if (build()) {
  await ensureBundle(root);
} else {
  process.exitCode = 1;
}
