/** `npm start`: builds the web app and bundles the server if their sources changed, then is the server. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { stopCompilers } from '../src/server/start/compilers.ts';
import { sourcesHash } from './build-hash.ts';
import { ensureBundle } from './server/ensure-bundle.ts';

const root = join(import.meta.dirname, '..');
const meta = join(root, 'build', 'meta.json');

function isBuilt(): boolean {
  if (!existsSync(meta)) return false;
  // A shipped build without its sources is taken as it is.
  if (!existsSync(join(root, 'src', 'web')) || !existsSync(join(root, 'node_modules', 'vite'))) return true;
  return JSON.parse(readFileSync(meta, 'utf8')).sources === sourcesHash(root);
}

function build(): boolean {
  console.log('Building the web app (only after a change of its sources) …');
  rmSync(meta, { force: true });
  const { signal, status } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  return status === 0 && signal === null;
}

// First, because compiled code is kept apart by what V8 is told.
stopCompilers();
enableCompileCache(join(root, 'node_modules', '.cache', 'lectern'));
process.env.NODE_ENV ??= 'production';
if (isBuilt() || build()) {
  const { runServer } = (await import(await ensureBundle(root))) as typeof import('#server/main');
  await runServer();
} else {
  process.exitCode = 1;
}
