import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readBackupName } from '#domain/backups/backup-name';
import { fileSource, fileTarget, PARTIAL } from '../archive-file.ts';
import { type BackupPlace, sortBackups } from './backup-place.ts';

/** A folder of this machine, made when it is needed; only its owner can look into it. */
export function folderPlace(folder: string): BackupPlace {
  const names = () =>
    readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  return {
    address: folder,
    async list() {
      const known = (await names()).filter((name) => readBackupName(name));
      return sortBackups(
        await Promise.all(
          known.map(async (name) => ({ name, bytes: (await stat(join(folder, name))).size })),
        ),
      );
    },
    target(name) {
      const target = fileTarget(join(folder, name), { replaces: false });
      return {
        ...target,
        async prepare() {
          await mkdir(folder, { recursive: true, mode: 0o700 });
          await target.prepare();
        },
      };
    },
    source: (name) => fileSource(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
    async removeUnfinished() {
      for (const name of await names())
        if (name.endsWith(PARTIAL) && readBackupName(name.slice(0, -PARTIAL.length)))
          await rm(join(folder, name), { force: true });
    },
  };
}
