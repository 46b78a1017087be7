import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncDirectory } from '../database-password.ts';

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

const noteIn = (cluster: string) => `${cluster}-is-being-replaced`;

/** Before a recovery moves the database aside: says where to, because earlier recoveries have left theirs there, too. */
export function noteKept(cluster: string, kept: string): void {
  writeFileSync(noteIn(cluster), basename(kept), { mode: 0o600, flush: true });
  syncDirectory(dirname(cluster));
}

export function forgetKept(cluster: string): void {
  rmSync(noteIn(cluster), { force: true });
}

/** Throws where a recovery has set the database aside and was killed before it put another in its place: an empty one would look like a loss. */
export function refuseHalfRecovered(cluster: string): void {
  const problem = halfRecoveredIn(cluster);
  if (problem !== null) throw new Error(problem);
}

/** What happened, and what to do, where a recovery was killed in the moment without a database; null where it wasn't. */
export function halfRecoveredIn(cluster: string): string | null {
  if (existsSync(join(cluster, 'PG_VERSION'))) return null;
  const home = dirname(cluster);
  const all = readdirSync(home).filter((name) => name.startsWith(`${basename(cluster)}-before-`));
  const noted = existsSync(noteIn(cluster)) ? readFileSync(noteIn(cluster), 'utf8') : '';
  const kept = (all.includes(noted) ? [noted] : all).map((name) => join(home, name));
  if (kept.length === 0) return null;
  return `There is no database in ${cluster}: a recovery was interrupted after it had moved it to ${kept.join(' or ')}. Nothing was changed. Rename that folder to ${cluster}, and then run recover again, or start Lectern with the database from before.`;
}
