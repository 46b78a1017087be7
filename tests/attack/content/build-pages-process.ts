import { join } from 'node:path';
import { createBuilder } from 'vite';

/** Builds what draws pages, and nothing for browsers, into the folder that its argument names. */
const root = join(import.meta.dirname, '..', '..', '..');
const builder = await createBuilder({
  root,
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'error',
  environments: { ssr: { build: { outDir: process.argv[2] ?? '', minify: false } } },
});
const { ssr } = builder.environments;
if (!ssr) throw new Error('vite.config.ts has no environment that draws pages');
await builder.build(ssr);
