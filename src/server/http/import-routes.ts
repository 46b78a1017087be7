import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const AREAS = join(import.meta.dirname, '..', 'areas');
const ENDING = '-routes.ts';
let files: ReadonlyMap<string, string> | undefined;

/**
 * The module `<name>-routes.ts`, in whatever area. In the bundle of the server a list that is made when it is built stands
 * in the place of this file (`tools/server/list-routes.ts`).
 */
export async function importRoutes(name: string): Promise<Readonly<Record<string, unknown>>> {
  files ??= new Map(
    readdirSync(AREAS, { encoding: 'utf8', recursive: true })
      .filter((file) => file.endsWith(ENDING))
      .map((file) => [basename(file, ENDING), file]),
  );
  const file = files.get(name);
  if (!file) throw new Error(`there is no ${name}${ENDING} in ${AREAS}`);
  return import(join(AREAS, file));
}
