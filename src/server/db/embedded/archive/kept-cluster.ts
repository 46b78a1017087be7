import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Where a recovery puts the database that it replaces. */
export const keptPlace = (cluster: string, base: string): string => `${cluster}-before-${basename(base)}`;

/** Throws where a database from before a recovery would be overwritten. */
export function refuseKept(cluster: string, base: string): void {
  const kept = keptPlace(cluster, base);
  if (existsSync(kept))
    throw new Error(
      `${kept} already exists: it is the database from before an earlier recovery with this base backup. Move it elsewhere, or delete it. If you want it back instead, move ${cluster} elsewhere and rename ${kept} to ${cluster}. Nothing was changed.`,
    );
}

/** Throws where a recovery has set the database aside and was killed before it put another in its place: an empty one would look like a loss. */
export function refuseHalfRecovered(cluster: string): void {
  if (existsSync(join(cluster, 'PG_VERSION'))) return;
  const home = dirname(cluster);
  const kept = readdirSync(home)
    .filter((name) => name.startsWith(`${basename(cluster)}-before-`))
    .map((name) => join(home, name));
  if (kept.length > 0)
    throw new Error(
      `There is no database in ${cluster}: a recovery was interrupted after it had moved it to ${kept.join(' or ')}. Nothing was changed. Rename that folder to ${cluster}, and then run recover again, or start Lectern with the database from before.`,
    );
}
