import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** Writes down which source files each script of the web app is made of, for the check of sizes. */
export function chunkModulesPlugin(): Plugin {
  return {
    name: 'lectern-chunk-modules',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk'
          ? [[file.fileName, file.moduleIds.map((id) => relative(process.cwd(), id.replace(/^\0/, '')))]]
          : [],
      );
      this.emitFile({
        type: 'asset',
        fileName: '.vite/modules.json',
        source: JSON.stringify(Object.fromEntries(chunks)),
      });
    },
  };
}
