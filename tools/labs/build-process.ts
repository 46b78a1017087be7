/** Builds what labs need in browsers into the folder it is given, and what players start from. */
import { buildLabBundles } from './build-bundles.ts';
import { keepBuilt } from './keep-built.ts';

const folder = process.argv[2];
if (!folder) throw new Error('build-process.ts <folder>');
await buildLabBundles(folder);
keepBuilt('python.snapshot');
keepBuilt('players');
