import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { chownAll } from './chown-all.ts';
import { copyTree } from './copy-tree.ts';
import type { Identity } from './identity.ts';

/** What a base backup doesn't need: the log comes from the archive, the rest is of the server that runs. */
const LEFT_OUT = /^(?:postmaster\.(?:pid|opts)|pg_wal\/.+|pg_replslot\/.+|pg_stat_tmp\/.+)$/;

/** Copies the files of a running server into a new folder, from which it can go on with the archived log. */
export async function copyBase(connection: pg.ClientConfig, cluster: string, target: string): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} already exists. Choose another folder.`);
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows: settings } = await client.query<{ archive_mode: string }>('show archive_mode');
    if (settings[0]?.archive_mode === 'off')
      throw new Error('The server keeps no archive of its log. Set WAL_ARCHIVE and restart Lectern first.');
    await client.query("select pg_backup_start('lectern', true)");
    const partial = `${target}.partial`;
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(dirname(target), { recursive: true });
    copyTree(cluster, partial, (path) => !LEFT_OUT.test(path));
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(true)');
    writeFileSync(join(partial, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600 });
    renameSync(partial, target);
  } finally {
    await client.end();
  }
}

/** Puts a base backup in the place of a cluster, which is kept beside it; answers where. */
export function placeBase(base: string, cluster: string, identity: Identity | null): string | null {
  if (!existsSync(join(base, 'backup_label'))) throw new Error(`${base} isn't a base backup.`);
  const kept = `${cluster}-before-${basename(base)}`;
  if (existsSync(kept)) throw new Error(`${kept} already exists. Move it elsewhere first.`);
  const isThere = existsSync(cluster);
  if (isThere) renameSync(cluster, kept);
  copyTree(base, cluster);
  writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
  if (identity) chownAll(cluster, identity);
  return isThere ? kept : null;
}

/** Undoes that: the recovery failed. */
export function putBack(cluster: string, kept: string | null): void {
  rmSync(cluster, { recursive: true, force: true });
  if (kept !== null) renameSync(kept, cluster);
}

/** Waits until a server that recovers has reached its target and takes writes again. */
export async function untilRecovered(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ recovers: boolean }>('select pg_is_in_recovery() as recovers');
      if (rows[0]?.recovers === false) return;
      await wait(200);
    }
  } finally {
    await client.end();
  }
}
