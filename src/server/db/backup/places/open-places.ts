import type { BackupSettings } from '#server/backup-settings';
import type { BackupPlace, StoredBackup } from './backup-place.ts';
import { folderPlace } from './folder-place.ts';

/** Where scheduled backups go. The library for buckets is large and read only for one. */
export async function openBackupPlace({ to }: BackupSettings): Promise<BackupPlace> {
  if (to.kind === 'folder') return folderPlace(to.path);
  const { bucketPlace } = await import('./bucket-place.ts');
  return bucketPlace(to.s3);
}

/** Every place that may hold backups of this school. */
export async function openBackupPlaces(settings: BackupSettings): Promise<BackupPlace[]> {
  const place = await openBackupPlace(settings);
  return settings.to.kind === 'folder' ? [place] : [place, folderPlace(settings.folder)];
}

/** All backups of all places, the newest first. */
export async function listBackups(
  places: readonly BackupPlace[],
): Promise<{ readonly backup: StoredBackup; readonly place: BackupPlace }[]> {
  const lists = await Promise.all(
    places.map(async (place) => (await place.list()).map((backup) => ({ backup, place }))),
  );
  return lists.flat().sort((a, b) => b.backup.madeAt.getTime() - a.backup.madeAt.getTime());
}
