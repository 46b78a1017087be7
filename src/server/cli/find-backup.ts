import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readBackupName } from '#domain/backups/backup-name';
import { isDated } from '#domain/backups/dated';
import type { Config } from '#server/config';
import type { StoredBackup } from '#server/db/backup/places/backup-place';
import { listBackups, openBackupPlaces } from '#server/db/backup/places/open-places';
import { exists } from '#server/db/embedded/server-process';
import { endOnSignal } from './end-on-signal.ts';

const FETCHED = /^fetched-(\d+)-/;

export interface FoundBackup {
  readonly file: string;
  /** Removes what was fetched for it. */
  readonly remove: () => void;
}

/**
 * The file that a person means: a path, or the name of a backup in one of our places, or "latest". One of a bucket is fetched
 * first, because it is read twice. The latest is named: one of the school, which isn't from a clock that was ahead unless there is no
 * other; without one, that from before the last upgrade.
 */
export async function findBackup(config: Config, wanted: string, now: Date): Promise<FoundBackup> {
  sweepFetched(config.dataDir);
  const path = resolve(wanted);
  const nothing = () => undefined;
  if (existsSync(path)) return { file: path, remove: nothing };
  if (wanted !== 'latest' && !readBackupName(wanted)) throw new Error(`File ${path} not found.`);
  const all = await listBackups(await openBackupPlaces(config.backups));
  const found = wanted === 'latest' ? latestOf(all, now) : all.find(({ backup }) => backup.name === wanted);
  if (!found)
    throw new Error(
      wanted === 'latest'
        ? 'There is no backup yet. Run npm run lectern -- backups to see where they are looked for.'
        : `No backup is called ${wanted}. Run npm run lectern -- backups to list them.`,
    );
  const source = found.place.source(found.backup.name);
  if (existsSync(source.name)) return { file: source.name, remove: nothing };
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const file = join(config.dataDir, `fetched-${process.pid}-${found.backup.name}`);
  const remove = () => rmSync(file, { force: true });
  console.log(`Fetching ${source.name} …`);
  try {
    await endOnSignal(
      (signal) => pipeline(source.read(), createWriteStream(file, { mode: 0o600, flags: 'wx' }), { signal }),
      'Stopped. Nothing was changed.',
    );
  } catch (error) {
    remove();
    throw error;
  }
  return { file, remove };
}

/** Removes what restores have fetched that were killed: no process has two at once, so one with our number isn't ours either. */
function sweepFetched(dataDir: string): void {
  for (const name of existsSync(dataDir) ? readdirSync(dataDir) : []) {
    const pid = Number(FETCHED.exec(name)?.[1] ?? 0);
    if (pid > 0 && (pid === process.pid || !exists(pid))) rmSync(join(dataDir, name), { force: true });
  }
}

function latestOf<Found extends { readonly backup: StoredBackup }>(
  newestFirst: readonly Found[],
  now: Date,
): Found | undefined {
  const school = newestFirst.filter(({ backup }) => backup.kind === 'school');
  const wanted = school.length > 0 ? school : newestFirst;
  const latest = wanted.find(({ backup }) => isDated(backup.madeAt, now)) ?? wanted[0];
  const [ahead] = wanted;
  if (latest !== ahead)
    console.log(
      `Skipping ${ahead?.backup.name}: its date is in the future, so nobody knows when it was made.`,
    );
  const [upgrade] = newestFirst.slice(0, latest && newestFirst.indexOf(latest)).filter(isOfUpgrade);
  if (upgrade && latest && !isOfUpgrade(latest))
    console.log(
      `Skipping ${upgrade.backup.name}: it's from before an upgrade. To go back, restore it by its name, with the version from before that upgrade.`,
    );
  if (latest)
    console.log(
      `The latest backup is ${latest.backup.name}${isOfUpgrade(latest) ? ', from before an upgrade' : ''}.`,
    );
  return latest;
}

const isOfUpgrade = ({ backup }: { readonly backup: StoredBackup }) => backup.kind === 'upgrade';
