import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { copyTree } from './copy-tree.ts';

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
