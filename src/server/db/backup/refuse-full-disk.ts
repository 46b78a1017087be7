import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import type { Config } from '#server/config';
import { freeBytes, RESERVE_BYTES } from '../embedded/disk-watch.ts';
import { BackupError } from './backup-error.ts';

/** Beside the last backup, for a school that has grown since. */
const GROWTH = 1.5;

export interface Room {
  readonly folder: string;
  /** Size of the last backup there; undefined: there is none yet. */
  readonly lastBytes: number | undefined;
  /** What a person can do beside freeing space. */
  readonly otherwise?: string;
  readonly free?: typeof freeBytes;
}

/** Refuses to begin a backup that would fill the disk: the server needs what is left to go on. Throws a BackupError. */
export async function refuseFullDisk(
  client: Pick<pg.Pool, 'query'>,
  config: Config,
  { folder, free, lastBytes, otherwise = 'set BACKUP_TO to a folder on another disk' }: Room,
): Promise<void> {
  const needed = lastBytes === undefined ? await wholeBytes(client, config) : lastBytes * GROWTH;
  refuseLittleRoom(`a backup in ${folder}`, folder, { needed, otherwise, ...(free && { free }) });
}

interface Need {
  readonly needed: number;
  readonly otherwise: string;
  readonly free?: typeof freeBytes;
}

/** Refuses what needs so many bytes in a folder beside those that the server needs to go on. */
export function refuseLittleRoom(
  what: string,
  folder: string,
  { free = freeBytes, needed, otherwise }: Need,
): void {
  const available = free(nearestFolder(folder));
  if (available >= needed + RESERVE_BYTES) return;
  throw new BackupError(
    `There isn't enough disk space for ${what}: it needs about ${toMb(needed + RESERVE_BYTES)} MB, and ${toMb(available)} MB are free. Free up space, or ${otherwise}.`,
  );
}

/** What the database and the uploaded files take: a backup is compressed, so it is smaller. */
async function wholeBytes(client: Pick<pg.Pool, 'query'>, { dataDir, s3 }: Config): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return (rows[0]?.bytes ?? 0) + (s3 ? 0 : await folderBytes(join(dataDir, 'uploads')));
}

async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of existsSync(folder) ? await readdir(folder) : [])
    bytes += (await stat(join(folder, name)).catch(() => ({ size: 0 }))).size;
  return bytes;
}

function nearestFolder(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : nearestFolder(dirname(folder));
}

const toMb = (bytes: number) => Math.ceil(bytes / 1e6).toLocaleString('en');
