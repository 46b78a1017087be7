import { relative } from 'node:path';
import type { Plugin } from 'vite';

/** Writes down which source files each script of the web app is made of, for the check of sizes; refuses scripts that need each other. */
export function chunkModulesPlugin(): Plugin {
  return {
    name: 'lectern-chunk-modules',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const circle = circleOf(
        new Map(
          Object.values(bundle).flatMap((file) =>
            file.type === 'chunk' ? [[file.fileName, file.imports]] : [],
          ),
        ),
      );
      if (circle) this.error(`Scripts need each other before either runs: ${circle.join(', ')}`);
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

/** The first files found that import each other in a circle, in their order. */
export function circleOf(importsOf: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const find = (file: string, path: readonly string[]): string[] | undefined => {
    const begin = path.indexOf(file);
    if (begin >= 0) return path.slice(begin);
    if (done.has(file)) return undefined;
    for (const next of importsOf.get(file) ?? []) {
      const circle = find(next, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of importsOf.keys()) {
    const circle = find(file, []);
    if (circle) return circle;
  }
  return undefined;
}
