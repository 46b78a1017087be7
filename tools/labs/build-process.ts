/** Builds what labs need in browsers into the folder it is given, unless it is there already, and what players start from. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { labsHash } from '../build-hash.ts';
import { buildLabBundles } from './build-bundles.ts';
import { keepBuilt } from './keep-built.ts';

const folder = process.argv[2];
if (!folder) throw new Error('build-process.ts <folder>');
/** Says of which sources the folder was made; written last. */
const meta = join(folder, 'sources.json');
const sources = labsHash(join(import.meta.dirname, '..', '..'));
if (!existsSync(meta) || JSON.parse(readFileSync(meta, 'utf8')).sources !== sources) {
  await buildLabBundles(folder);
  writeFileSync(meta, JSON.stringify({ sources }));
}
keepBuilt('python.snapshot');
keepBuilt('players');
