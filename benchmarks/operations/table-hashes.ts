import pg from 'pg';
import { setNeutralFormats } from '#server/db/backup/catalogue';
import { LEFT_OUT } from '#server/db/backup/left-out';
import { startEmbedded } from '#server/db/embedded/start-embedded';
import { createLog } from '#server/platform/log';

/** Of each table that a backup holds: how many rows, and what all its columns hold, whatever the order of the rows. */
export type TableHashes = ReadonlyMap<string, { readonly rows: number; readonly hash: string }>;

export async function hashTables(connection: pg.ClientConfig): Promise<TableHashes> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('begin');
    await setNeutralFormats(client);
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations' order by 1`,
    );
    const hashes = new Map<string, { rows: number; hash: string }>();
    for (const { name } of tables) {
      if (LEFT_OUT.has(name)) continue;
      const { rows } = await client.query<{ rows: number; hash: string }>(
        `select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as hash
         from public.${client.escapeIdentifier(name)} t`,
      );
      hashes.set(name, rows[0] ?? { rows: 0, hash: '' });
    }
    return hashes;
  } finally {
    await client.end();
  }
}

/** The same of a data folder whose school is stopped. */
export async function hashEmbedded(dataDir: string): Promise<TableHashes> {
  const engine = await startEmbedded({ dataDir, address: 'the benchmark', log: createLog('warn') });
  try {
    return await hashTables(engine.connection);
  } finally {
    await engine.stop();
  }
}

/** Names of tables that differ. */
export function differingTables(one: TableHashes, other: TableHashes): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (name) => JSON.stringify(one.get(name)) !== JSON.stringify(other.get(name)),
  );
}
