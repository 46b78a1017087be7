import { readBackupName } from '#domain/backups/backup-name';
import type { ArchiveSource, ArchiveTarget } from '../archive-file.ts';

/** A backup that is finished. */
export interface StoredBackup {
  readonly name: string;
  readonly bytes: number;
  readonly madeAt: Date;
  readonly kind: 'school' | 'upgrade';
}

/** Where the backups of a school are kept, each by a name that says when it was made. */
export interface BackupPlace {
  /** A path, or a bucket with its folder; no key is in it. */
  readonly address: string;
  /** The newest first. */
  list(): Promise<StoredBackup[]>;
  target(name: string): ArchiveTarget;
  source(name: string): ArchiveSource;
  remove(name: string): Promise<void>;
  /** Removes what a process that was killed has left. Nobody else may be writing. */
  removeUnfinished(): Promise<void>;
}

/** Those among the files of a place that are backups of ours, the newest first. */
export function sortBackups(files: readonly { readonly name: string; readonly bytes: number }[]) {
  const backups = files.flatMap(({ bytes, name }): StoredBackup[] => {
    const read = readBackupName(name);
    return read ? [{ name, bytes, ...read }] : [];
  });
  return backups.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}
