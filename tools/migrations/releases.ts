import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A version that schools run. */
export interface Release {
  readonly version: string;
  readonly commit: string;
  readonly lastMigration: string;
  /** The settings that it supports, as `SETTINGS` of its configuration names them. */
  readonly settings: readonly string[];
}

/** Every release, oldest first. */
export const RELEASES: readonly Release[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'releases.json'), 'utf8'),
);

/** What still runs while the next one starts. */
export function latestRelease(): Release {
  const latest = RELEASES.at(-1);
  if (!latest) throw new Error('there is no release');
  return latest;
}
