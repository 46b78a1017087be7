import type { Config } from '#server/config';
import { listBackups, openBackupPlaces } from '#server/db/backup/places/open-places';

/** Lists every backup that can be restored by its name, the newest first. */
export async function sayBackups({ backups: settings }: Config): Promise<number> {
  const found = await listBackups(await openBackupPlaces(settings));
  for (const { backup, place } of found)
    console.log(`${backup.name}  ${(backup.bytes / 1e6).toFixed(1).padStart(9)} MB  ${place.address}`);
  if (found.length === 0) {
    const folder = settings.to.kind === 'folder' ? settings.folder : `the bucket or ${settings.folder}`;
    console.log(`No backups in ${folder}.`);
  }
  return 0;
}
