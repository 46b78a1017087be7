/**
 * Bundles the players of labs into the folder that is named. What comes with a machine in WebAssembly or is a compiler
 * stays a package: it finds its files by where it is itself.
 */
import { join } from 'node:path';
import { build } from 'vite';

const [, , , folder = ''] = process.argv;
const root = join(import.meta.dirname, '..', '..');
await build({
  configFile: false,
  root,
  logLevel: 'error',
  // As the player has it while it runs from its sources: the shell unpacks without the library of Node.js.
  resolve: { alias: { 'node:zlib': join(root, 'src/labs/runtimes/shell/no-zlib.ts') } },
  ssr: { noExternal: true, external: ['@electric-sql/pglite', 'pyodide', 'typescript-js'] },
  build: {
    ssr: join(root, 'src/labs/player/player.ts'),
    outDir: folder,
    target: 'node24',
    minify: false,
    copyPublicDir: false,
    rolldownOptions: { output: { entryFileNames: 'player.mjs', chunkFileNames: '[name]-[hash].mjs' } },
  },
});
process.exit(0);
