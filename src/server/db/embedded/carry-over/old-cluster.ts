import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MAJOR_VERSION } from '../locations.ts';
import { majorsOf } from './refuse-other-major.ts';

interface OldCluster {
  readonly major: string;
  readonly cluster: string;
  /** Version of the programs, such as 17.6. */
  readonly version: string;
}

/** Where a carry-over puts the cluster that it has copied. */
export const keptOldCluster = (home: string, major: string): string => join(home, `old-${major}`);

/** The cluster of an older major version that `native` can run. Throws where there is nothing to carry over, or it can't. */
export function findOldCluster(home: string, native: string, own = MAJOR_VERSION): OldCluster {
  const majors = majorsOf(home);
  if (majors.includes(own))
    throw new Error(
      `There is nothing to carry over: ${join(home, own)} belongs to PostgreSQL ${own} already. Nothing was changed.`,
    );
  const [major] = majors;
  if (major === undefined)
    throw new Error(`There is nothing to carry over: ${home} has no database. Nothing was changed.`);
  if (Number(major) > Number(own))
    throw new Error(
      `The database in ${join(home, major)} belongs to PostgreSQL ${major}, which is newer than PostgreSQL ${own} of this Lectern. Use the version of Lectern that made it. Nothing was changed.`,
    );
  const kept = keptOldCluster(home, major);
  if (existsSync(kept))
    throw new Error(
      `${kept} already exists: it is the database from before an earlier carry-over. Move it elsewhere, or delete it. Nothing was changed.`,
    );
  const version = versionOf(native);
  if (version.split('.')[0] !== major)
    throw new Error(
      `The database in ${join(home, major)} belongs to PostgreSQL ${major}, and ${native} has PostgreSQL ${version}. Name a folder with bin/postgres of PostgreSQL ${major}. Nothing was changed.`,
    );
  return { major, cluster: join(home, major), version };
}

/** Version of the server program in this folder. */
function versionOf(native: string): string {
  const program = join(native, 'bin', 'postgres');
  if (!existsSync(program))
    throw new Error(`${program} not found. Name a folder that has bin/postgres. Nothing was changed.`);
  const { error, stderr, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const version = /(\d+(?:\.\d+)*)/.exec(stdout ?? '')?.[1];
  if (version === undefined)
    throw new Error(`${program} doesn't run: ${error?.message ?? stderr.trim()}. Nothing was changed.`);
  return version;
}
