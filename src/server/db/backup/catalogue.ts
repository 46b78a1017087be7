import type pg from 'pg';
import type { Contents, Manifest } from './layout.ts';

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const inPublic = (name: string) => `public.${quoted(name)}`;

export type Table = Manifest['tables'][number];
export type MigrationState = Manifest['migrations'];

/** Every table of the school with the columns that are written; generated ones come back by themselves. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'schema_migrations'
       and not exists (select from pg_depend d
         where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by c.relname collate "C"`,
  );
  return rows;
}

/** The migrations that ran, in order; none for a database that never saw one. */
export async function readMigrationState(client: pg.Client): Promise<MigrationState> {
  const { rows: known } = await client.query<{ made: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as made`,
  );
  if (!known[0]?.made) return [];
  const { rows } = await client.query<MigrationState[number]>(
    'select name, sha256 from public.schema_migrations order by name collate "C"',
  );
  return rows;
}

/** The last value that each sequence gave. Read after the rows, so that no row is ahead of it. */
export async function readSequences(client: pg.Client): Promise<Contents['sequences']> {
  const { rows } = await client.query<Contents['sequences'][number]>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = 'public' order by sequencename collate "C"`,
  );
  return rows;
}

/** Text that reads back as the same value whatever the settings of this database or role are. */
export async function setNeutralFormats(client: pg.Client): Promise<void> {
  await client.query(
    `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
     set local bytea_output = 'hex'; set local extra_float_digits = 1; set local statement_timeout = 0;
     set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
  );
}

/** "1 row", "20,001 rows". */
export function rowsOf(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;
}
