import { existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { openClient } from '../backup/open-client.ts';
import { refuseLittleRoom } from '../backup/refuse-full-disk.ts';
import { takePathTurn } from '../presence.ts';
import { copyTree, measureTree } from './copy-tree.ts';
import { syncDirectory } from './database-password.ts';
import { freeBytes, RESERVE_BYTES } from './disk-watch.ts';

/** What a base backup doesn't need: the log comes from the archive, the rest is of the server that runs. */
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|pg_wal\/.+|pg_replslot\/.+|pg_stat_tmp\/.+)$/;
const keeps = (path: string) => !LEFT_OUT.test(path);

interface BaseOptions {
  /** Ends it half-way, with nothing left behind. */
  readonly signal?: AbortSignal;
  readonly free?: typeof freeBytes;
}

/**
 * Copies the files of a running server into a new folder, from which it can go on with the archived log. Never takes the room
 * that the server needs to go on.
 */
export async function copyBase(
  connection: pg.ClientConfig,
  cluster: string,
  target: string,
  options: BaseOptions = {},
): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} already exists. Choose another folder.`);
  if (isIn(dirname(cluster), target))
    throw new Error(`${target} is in the folder of the database itself. Choose another folder.`);
  const client = await openClient(connection, 'a base backup');
  // The server may be waiting for its archive.
  const hangUp = () => void client.end();
  options.signal?.addEventListener('abort', hangUp, { once: true });
  try {
    const { rows: settings } = await client.query<{ archive_mode: string }>('show archive_mode');
    if (settings[0]?.archive_mode === 'off')
      throw new Error('The server keeps no archive of its log. Set WAL_ARCHIVE and restart Lectern first.');
    await takePathTurn(client, target);
    await copyInTurn(client, cluster, target, options);
  } finally {
    options.signal?.removeEventListener('abort', hangUp);
    await client.end();
  }
}

async function copyInTurn(
  client: pg.Client,
  cluster: string,
  target: string,
  { free = freeBytes, signal }: BaseOptions,
): Promise<void> {
  const partial = `${target}.partial`;
  try {
    rmSync(partial, { recursive: true, force: true });
    refuseLittleRoom(`a base backup in ${target}`, dirname(target), {
      needed: await measureTree(cluster, keeps),
      free,
      otherwise: 'choose a folder on another disk',
    });
    await client.query("select pg_backup_start('lectern', true)");
    mkdirSync(dirname(target), { recursive: true });
    const before = (bytes: number) => {
      signal?.throwIfAborted();
      if (free(partial) < bytes + RESERVE_BYTES)
        throw new Error(`The disk of ${target} is nearly full, so the base backup was stopped.`);
    };
    await copyTree(cluster, partial, { keeps, before });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)');
    await writeSynced(join(partial, 'backup_label'), rows[0]?.labelfile ?? '');
    syncDirectory(partial);
    renameSync(partial, target);
    syncDirectory(dirname(target));
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    signal?.throwIfAborted();
    throw error;
  }
}

/** Whether a path, of which the last parts may not be there yet, is in a folder. */
function isIn(folder: string, path: string): boolean {
  if (!existsSync(path)) return isIn(folder, dirname(path));
  return `${realpathSync(path)}/`.startsWith(`${realpathSync(folder)}/`);
}

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
