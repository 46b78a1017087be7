import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverHash } from '../build-hash.ts';

/** Says of which sources a bundle was made. */
const META = 'sources.json';

/** The file that starts the server: bundled again if its sources have changed since. */
export async function ensureBundle(root: string): Promise<string> {
  const directory = join(root, 'build', 'main');
  const main = join(directory, 'main.js');
  if (isComplete(root, directory)) return main;
  const unfinished = `${directory}.part`;
  const sources = serverHash(root);
  const { bundleServer } = await import('./bundle-server.ts');
  await bundleServer(root, unfinished);
  writeFileSync(join(unfinished, META), JSON.stringify({ sources }));
  rmSync(directory, { recursive: true, force: true });
  renameSync(unfinished, directory);
  return main;
}

function isComplete(root: string, directory: string): boolean {
  const meta = join(directory, META);
  if (!existsSync(meta)) return false;
  // A shipped build without what makes it is taken as it is.
  if (!existsSync(join(root, 'node_modules', 'rolldown'))) return true;
  return JSON.parse(readFileSync(meta, 'utf8')).sources === serverHash(root);
}
