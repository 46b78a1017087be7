/**
 * Builds the web app into build/: messages and route tree, then the client and the server build of Vite, then the
 * compressed form of every file beside it; and bundles the server. What is built replaces the earlier build in one step at the end.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { sourcesHash } from './build-hash.ts';
import { buildLabsBeside, startLabsProcess } from './labs/labs-process.ts';
import { ensureBundle } from './server/ensure-bundle.ts';
import { ensureSchools } from './server/ensure-schools.ts';
import { COMPRESSED_LIST, compressFiles } from './vite/compress-files.ts';

// Rust's memory in pages of 2 MB, most of which nobody writes to: emptying them took an eighth of the build.
process.env.MIMALLOC_ALLOW_THP ??= '0';
// Optimizing what runs for a few seconds takes longer than it saves.
setFlagsFromString('--no-opt');

const root = join(import.meta.dirname, '..');
const build = join(root, 'build');
const client = join(build, 'client');
const meta = join(build, 'meta.json');
const clientBefore = join(build, 'client-before');
/** `npm start` of a fresh clone serves before labs are built. */
const labsLater = process.argv.includes('--labs-later');

function node(...args: string[]): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' };
  return ended(spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env }));
}

async function ended(child: ChildProcess): Promise<void> {
  const [status] = await once(child, 'exit');
  if (status !== 0) {
    console.error('The web app could not be built; what went wrong is said above.');
    process.exit(1);
  }
}

// Labs are made of nothing that is generated.
const labs = labsLater ? buildLabsBeside(root) : ended(startLabsProcess(root));
await node('tools/generate.ts');
const hash = sourcesHash(root);
mkdirSync(build, { recursive: true });
// A build that is interrupted from here on doesn't count as one.
rmSync(meta, { force: true });
// What is compressed already is taken from there.
if (existsSync(join(client, COMPRESSED_LIST))) {
  rmSync(clientBefore, { recursive: true, force: true });
  renameSync(client, clientBefore);
}
/** What first starts begin with; they do without on a machine whose database server doesn't run. */
async function prepareSchools(): Promise<void> {
  await ensureBundle(root);
  await ensureSchools(root, async (folder) => {
    const { prepareContent } = await import('./prepare-content.ts');
    await prepareContent(join(root, 'content'), join(folder, 'content-html.json'));
    const { prepareClusters } = await import('./server/prepare-clusters.ts');
    await prepareClusters(root, folder).catch((error: Error) =>
      console.error(`First starts will take longer: ${error.message}`),
    );
  });
}

// Beside the bundler, which leaves the second core of a machine idle.
await Promise.all([
  node(
    'node_modules/vite/bin/vite.js',
    'build',
    '--app',
    '--configLoader',
    'native',
    '--logLevel',
    'warn',
  ).then(() => compressFiles(client, clientBefore)),
  labs,
  prepareSchools(),
]);
rmSync(clientBefore, { recursive: true, force: true });
const made = { build: hash.slice(0, 12), builtAt: new Date().toISOString(), sources: hash };
const unfinished = `${meta}.part`;
writeFileSync(unfinished, `${JSON.stringify(made, null, 2)}\n`);
renameSync(unfinished, meta);
