/**
 * Builds the web app into build/: messages and route tree, then the client and the server build of Vite, then the
 * compressed form of every file beside it. What is built replaces the earlier build in one step at the end.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourcesHash } from './build-hash.ts';
import { buildLabBundles } from './labs/build-bundles.ts';
import { keepBuilt } from './labs/keep-built.ts';
import { prepareContent } from './prepare-content.ts';
import { compressFiles } from './vite/compress-files.ts';

const root = join(import.meta.dirname, '..');
const build = join(root, 'build');

function node(...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) {
    console.error('The web app could not be built; what went wrong is said above.');
    process.exit(1);
  }
}

node('tools/generate.ts');
const hash = sourcesHash(root);
node('node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn');
mkdirSync(build, { recursive: true });
await Promise.all([
  compressFiles(join(build, 'client')),
  prepareContent(join(root, 'content'), join(build, 'content-html.json')),
]);
await buildLabBundles(join(build, 'client', 'lab-assets'));
keepBuilt('python.snapshot');
const meta = { build: hash.slice(0, 12), builtAt: new Date().toISOString(), sources: hash };
const unfinished = join(build, 'meta.json.part');
writeFileSync(unfinished, `${JSON.stringify(meta, null, 2)}\n`);
renameSync(unfinished, join(build, 'meta.json'));
