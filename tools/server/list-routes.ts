import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'rolldown';

const ENDING = '-routes.ts';

/**
 * Writes down for the bundle which files with routes there are: found when the server runs, they would be its sources, with a
 * second copy of everything that they import.
 */
export function listRoutes(root: string): Plugin {
  const areas = join(root, 'src/server/areas');
  return {
    name: 'list-routes',
    load: {
      filter: { id: /\/src\/server\/http\/import-routes\.ts$/ },
      handler: () => {
        const lines = globSync(`**/*${ENDING}`, { cwd: areas }).map(
          (file) =>
            `${JSON.stringify(basename(file, ENDING))}: () => import(${JSON.stringify(join(areas, file))}),`,
        );
        return `const files = { ${lines.join('\n')} };
export async function importRoutes(name) {
  if (!Object.hasOwn(files, name)) throw new Error('there is no ' + name + '${ENDING} in the bundle');
  return files[name]();
}`;
      },
    },
  };
}
