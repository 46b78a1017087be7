import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MAJOR_VERSION } from '../locations.ts';

/** The major versions of PostgreSQL that have a cluster in this folder, newest first. */
export function majorsOf(home: string): string[] {
  return readdirSync(home)
    .filter((name) => /^\d+$/.test(name) && existsSync(join(home, name, 'PG_VERSION')))
    .sort((a, b) => Number(b) - Number(a));
}

/** Throws where the school is in a cluster of another major version: an empty or an old one beside it would look like a loss. */
export function refuseOtherMajor(home: string, own = MAJOR_VERSION): void {
  const problem = otherMajorIn(home, own);
  if (problem !== null) throw new Error(problem);
}

/**
 * What is wrong, and what to do, where the school is in a cluster of another major version; null where it isn't. It is in the newest:
 * a carry-over that was interrupted at its very end leaves the one from before in its place.
 */
export function otherMajorIn(home: string, own = MAJOR_VERSION): string | null {
  const [newest] = majorsOf(home);
  if (newest === undefined || newest === own) return null;
  const problem = `The database in ${join(home, newest)} belongs to PostgreSQL ${newest}, and this Lectern brings PostgreSQL ${own}, which can't read it. Nothing was changed.`;
  return Number(newest) > Number(own)
    ? `${problem} Use a version of Lectern that brings PostgreSQL ${newest}.`
    : `${problem} Carry the school over with npm run lectern -- carry-over FOLDER, where FOLDER has the programs of PostgreSQL ${newest}; see "Upgrades" in docs/deploy.md.`;
}
