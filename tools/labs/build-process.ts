/** Builds what labs need in browsers, and what players start from, unless it is there already. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LAB_ASSETS, labsInWork, unfinishedLabs } from '#server/platform/judge/labs-built';
import { labsHash } from '../build-hash.ts';
import { keepBuilt } from './keep-built.ts';
import { areLabsBuilt, LABS_META } from './labs-process.ts';

const root = join(import.meta.dirname, '..', '..');
const build = join(root, 'build');
const folder = join(build, LAB_ASSETS);
const unfinished = unfinishedLabs(build, process.pid);

function keepPlayers(): void {
  keepBuilt('python.snapshot');
  keepBuilt('players');
}

if (areLabsBuilt(root)) {
  keepPlayers();
} else {
  mkdirSync(unfinished, { recursive: true });
  for (const left of labsInWork(build, false)) rmSync(left, { recursive: true, force: true });
  // Others wait for the new ones from now on.
  rmSync(folder, { recursive: true, force: true });
  const sources = labsHash(root);
  keepPlayers();
  // Vite is read only when there is something to bundle.
  const { buildLabBundles } = await import('./build-bundles.ts');
  await buildLabBundles(unfinished);
  writeFileSync(join(unfinished, LABS_META), JSON.stringify({ sources }));
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
}
